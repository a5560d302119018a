import { DeleteOutlined } from '@ant-design/icons';
import { useDataProvider, type BaseRecord, type DataProvider } from '@refinedev/core';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { Manifest } from '#resource';
import { http, HttpProblem } from '../../http/http.ts';
import { notify } from '../../messages/notify.ts';
import { useText } from '../../settings/useText.ts';
import { Question } from '../Question.tsx';
import { placeOf } from '../resourcePlace.ts';
import { isOffered } from '../withheld.ts';
import type { ViewToolsProps } from './look.ts';

/** Deletes all that may be deleted for good of what is in the trash, after a question that says how much that is. */
export function EmptyTrash({ manifest, total, busy, onCall }: ViewToolsProps) {
  const text = useText();
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  /** What was there when somebody asked; undefined until that is known. */
  const [asked, setAsked] = useState<readonly number[]>();
  const latest = useRef(0);
  const name = 'emptyTrash';
  const isBusy = busy === name;
  if (!manifest.actions.includes('destroy') || total === 0) return null;
  const look = (): void => {
    const turn = (latest.current += 1);
    setAsked(undefined);
    destroyable(provider, manifest).then(
      (ids) => turn === latest.current && setAsked(ids),
      // Told already.
      () => {},
    );
  };
  const send = async (): Promise<void> => {
    if (!asked) return;
    const destroy = (ids: readonly number[]) => http.del(`${manifest.api}destroy`, { ids }, { quiet: true });
    const { deleted, refusal } = await destroyAll(destroy, asked);
    if (!refusal) return;
    notify.error(text('trash:partly', { deleted, stayed: asked.length - deleted, reason: refusal.message }));
    throw refusal;
  };
  return (
    <Question
      title={text('trash:confirm')}
      about={
        asked
          ? text(asked.length > 0 ? 'trash:forGood' : 'trash:none', { count: asked.length })
          : text('trash:counting')
      }
      name={text('trash:empty')}
      disabled={busy !== undefined}
      onConfirm={() => {
        if (asked && asked.length > 0) onCall({ name, method: 'DELETE', done: text('trash:done'), send }, []);
      }}
    >
      <Button
        danger
        icon={<DeleteOutlined aria-hidden />}
        disabled={busy !== undefined && !isBusy}
        loading={isBusy}
        onClick={look}
      >
        {text('trash:empty')}
      </Button>
    </Question>
  );
}

/** Rows that are read at once. */
const pageSize = 1000;

/** What is in the trash and may be deleted for good; those below others first. */
async function destroyable(provider: DataProvider, manifest: Manifest): Promise<readonly number[]> {
  const ids = new Set<number>();
  const take = (row: BaseRecord): void => {
    ((row['children'] ?? []) as BaseRecord[]).forEach(take);
    if (isOffered(row, 'destroy')) ids.add(Number(row.id));
  };
  for (let currentPage = 1; ; currentPage++) {
    const { data, total } = await provider.getList({
      ...placeOf(manifest),
      pagination: { currentPage, pageSize },
      sorters: [{ field: 'id', order: 'desc' }],
      meta: { view: 'trash' },
    });
    data.forEach(take);
    if (data.length === 0 || currentPage * pageSize >= total) return [...ids];
  }
}

/** Rows of one call: it is one transaction. */
const portion = 200;

/** Whether other rows may go all the same: the server has answered, and knows the caller. */
const isOfRows = (error: unknown): boolean =>
  error instanceof HttpProblem && error.statusCode < 500 && ![0, 401, 429].includes(error.statusCode);

/** What is refused together is tried row by row; `refusal` is the first of a single row, or what has ended it. */
async function destroyAll(destroy: (ids: readonly number[]) => Promise<unknown>, ids: readonly number[]) {
  let deleted = 0;
  let refusal: Error | undefined;
  const attempt = async (some: readonly number[]): Promise<void> => {
    try {
      await destroy(some);
      deleted += some.length;
    } catch (error) {
      if (!isOfRows(error)) throw error;
      if (some.length === 1) refusal ??= error as Error;
      else for (const id of some) await attempt([id]);
    }
  };
  try {
    for (let at = 0; at < ids.length; at += portion) await attempt(ids.slice(at, at + portion));
  } catch (error) {
    refusal = error as Error;
  }
  return { deleted, refusal };
}
