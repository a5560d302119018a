import { DeleteOutlined } from '@ant-design/icons';
import type { DataProvider } from '@refinedev/core';
import { nameOf } from '../nameOf.ts';
import { removedTexts } from '../traits/index.tsx';
import { useText } from '../../settings/useText.ts';
import { BarTool, RowTool } from './buttons.tsx';
import type { BarButtonProps, ListAction, RowButtonProps, RowsCall } from './listAction.ts';

const call = (done: string): RowsCall => ({ name: 'del', method: 'DELETE', done, send: remove });

export const del: ListAction = { name: 'del', ticked: true, Row, Bar };

function Row({ manifest, row, onCall }: RowButtonProps) {
  const text = useText();
  const about = text(removedTexts(manifest)?.one ?? 'rowNamed', { row: nameOf(manifest, row) });
  return (
    <RowTool
      name={text('del')}
      icon={<DeleteOutlined />}
      danger
      asked={{ question: text('confirmDel', { count: 1 }), about }}
      onClick={() => onCall(call(text('done.del')), [row.id])}
    />
  );
}

function Bar({ manifest, selected, busy, phone, onCall }: BarButtonProps) {
  const text = useText();
  const count = selected.length;
  return (
    <BarTool
      name={text('del')}
      icon={<DeleteOutlined />}
      danger
      asked={{
        question: text('confirmDel', { count }),
        about: text(removedTexts(manifest)?.several ?? 'chosen', { count }),
      }}
      disabled={count === 0}
      busy={busy}
      short={phone}
      onClick={() => onCall(call(text('done.del')), selected)}
    />
  );
}

/** Rows may live behind another server, which a provider of Refine speaks to. */
async function remove(provider: DataProvider, resource: string, ids: readonly number[]): Promise<void> {
  if (provider.deleteMany) await provider.deleteMany({ resource, ids: [...ids] });
  else await Promise.all(ids.map((id) => provider.deleteOne({ resource, id })));
}
