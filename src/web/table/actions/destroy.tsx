import { DeleteOutlined } from '@ant-design/icons';
import { nameOf } from '../nameOf.ts';
import { doneText } from './doneText.ts';
import type { ListAction, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'destroy', method: 'DELETE', done });

export const destroy: ListAction = {
  name: 'destroy',
  view: 'trash',
  ticked: true,
  row: ({ manifest, row, onCall }, text) => ({
    name: text('destroy'),
    icon: <DeleteOutlined />,
    danger: true,
    asked: {
      question: text('confirmDestroy', { count: 1 }),
      about: text('rowForGood', { row: nameOf(manifest, row) }),
    },
    onClick: () => onCall(call(doneText(text, 'destroy', 1)), [row.id]),
  }),
  bar: ({ selected, count, onCall }, text) => ({
    name: text('destroy'),
    icon: <DeleteOutlined />,
    danger: true,
    named: true,
    asked: { question: text('confirmDestroy', { count }), about: text('chosenForGood', { count }), forGood: true },
    onClick: () => onCall(call(doneText(text, 'destroy', count)), selected),
  }),
};
