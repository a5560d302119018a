import { FileAddressInput } from './commonInputs.tsx';
import { PictureCell } from './PictureCell.tsx';
import { safeAddress } from './safeAddress.ts';
import type { FieldView, InputProps } from './view.ts';

/** The picture's address, and the picture beside it. Uploading comes with the upload plugin. */
function ImageInput(props: InputProps) {
  return (
    <div className="picture-input">
      <FileAddressInput {...props} />
      {safeAddress(props.value) && <PictureCell addresses={[props.value]} />}
    </div>
  );
}

export const imageView: FieldView = {
  Cell: ({ value }) => <PictureCell addresses={[value]} />,
  Input: ImageInput,
  width: 80,
  align: 'center',
};
