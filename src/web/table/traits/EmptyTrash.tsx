import { DeleteOutlined } from '@ant-design/icons';
import type { DataProvider } from '@refinedev/core';
import { Button } from 'antd';
import type { Manifest } from '#resource';
import { useText } from '../../settings/useText.ts';
import { Question } from '../Question.tsx';
import { placeOf } from '../resourcePlace.ts';
import type { ViewToolsProps } from './look.ts';

/** Deletes all that is in the trash for good, after a question that says how much that is. */
export function EmptyTrash({ manifest, total, busy, onCall }: ViewToolsProps) {
  const text = useText();
  if (!manifest.actions.includes('destroy')) return null;
  const name = 'emptyTrash';
  const isBusy = busy === name;
  const send = (provider: DataProvider): Promise<void> => destroyAll(provider, manifest, total);
  return (
    <Question
      title={text('trash:confirm')}
      about={text('trash:forGood', { count: total })}
      name={text('trash:empty')}
      disabled={busy !== undefined}
      onConfirm={() => onCall({ name, method: 'DELETE', done: text('trash:done'), send }, [])}
    >
      <Button danger icon={<DeleteOutlined aria-hidden />} disabled={busy !== undefined && !isBusy} loading={isBusy}>
        {text('trash:empty')}
      </Button>
    </Question>
  );
}

/** Rows of one call: it is one transaction. */
const portion = 200;

/** As many rows as somebody has been asked about, and none that come into the trash meanwhile; those below others first. */
async function destroyAll(provider: DataProvider, manifest: Manifest, count: number): Promise<void> {
  for (let left = count; left > 0; left -= portion) {
    const { data } = await provider.getList({
      ...placeOf(manifest),
      pagination: { currentPage: 1, pageSize: Math.min(left, portion) },
      sorters: [{ field: 'id', order: 'desc' }],
      meta: { view: 'trash' },
    });
    if (data.length === 0) return;
    const ids = data.map(({ id }) => id);
    await provider.custom!({ url: `${manifest.api}destroy`, method: 'delete', query: { ids } });
  }
}
