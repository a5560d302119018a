import { DeleteOutlined } from '@ant-design/icons';
import type { DataProvider } from '@refinedev/core';
import { nameOf } from '../nameOf.ts';
import { isKept, removedTexts } from '../traits/index.tsx';
import { doneText } from './doneText.ts';
import type { ListAction, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'del', method: 'DELETE', done, send: remove });

export const del: ListAction = {
  name: 'del',
  ticked: true,
  row: ({ manifest, row, onCall }, text) => ({
    name: text('del'),
    icon: <DeleteOutlined />,
    danger: true,
    asked: {
      question: text('confirmDel', { count: 1 }),
      about: text(removedTexts(manifest).one, { row: nameOf(manifest, row) }),
    },
    onClick: () => onCall(call(doneText(text, 'del', 1)), [row.id]),
  }),
  bar: ({ manifest, selected, count, onCall }, text) => ({
    name: text('del'),
    icon: <DeleteOutlined />,
    danger: true,
    named: true,
    asked: {
      question: text('confirmDel', { count }),
      about: text(removedTexts(manifest).several, { count }),
      forGood: !isKept(manifest),
    },
    onClick: () => onCall(call(doneText(text, 'del', count)), selected),
  }),
};

/** Rows may live behind another server, which a provider of Refine speaks to. */
async function remove(provider: DataProvider, resource: string, ids: readonly number[]): Promise<void> {
  if (provider.deleteMany) await provider.deleteMany({ resource, ids: [...ids] });
  else await Promise.all(ids.map((id) => provider.deleteOne({ resource, id })));
}
