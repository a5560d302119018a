import { FormOutlined } from '@ant-design/icons';
import { bulkFields } from '../bulkFields.ts';
import type { ListAction } from './listAction.ts';

/** The same values for all ticked rows. */
export const bulkEdit: ListAction = {
  name: 'bulkEdit',
  needs: 'edit',
  ticked: true,
  isFor: (manifest) => manifest.source === undefined && bulkFields(manifest).length > 0,
  bar: ({ onBulkEdit }, text) => ({ name: text('bulkEdit'), icon: <FormOutlined />, named: true, onClick: onBulkEdit }),
};
