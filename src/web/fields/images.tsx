import { AddressesInput } from './commonInputs.tsx';
import { PictureCell } from './PictureCell.tsx';
import type { FieldView } from './view.ts';

const addressesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const imagesView: FieldView = {
  Cell: ({ value }) => <PictureCell addresses={addressesOf(value)} />,
  Input: (props) => <AddressesInput {...props} pictures />,
  width: 150,
  group: true,
  wide: true,
};
