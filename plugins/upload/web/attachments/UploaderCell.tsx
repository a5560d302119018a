import { useTranslation } from 'react-i18next';
import type { CellProps } from '#web';
import { uploaderOf } from './uploaderOf.ts';

/** Who has uploaded an attachment. */
export default function UploaderCell({ row }: CellProps) {
  const { t } = useTranslation('upload');
  const name = uploaderOf(row, t);
  return name === undefined ? <span className="cell-empty">-</span> : <span className="cell-text">{name}</span>;
}
