import { UploadOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

/** Rows out of a file. */
export const importing: ListAction = {
  name: 'import',
  bar: ({ onImport }, text) => ({ name: text('import'), icon: <UploadOutlined />, onClick: onImport }),
};
