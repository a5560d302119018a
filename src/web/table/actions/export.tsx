import { DownloadOutlined } from '@ant-design/icons';
import type { ListAction } from './listAction.ts';

/** The rows that the list shows as a file, or those that are ticked. */
export const exporting: ListAction = {
  name: 'export',
  view: '*',
  ticked: 'also',
  bar: ({ selected, onExport }, text) => ({
    name: text('export'),
    icon: <DownloadOutlined />,
    onClick: () => onExport(selected),
  }),
};
