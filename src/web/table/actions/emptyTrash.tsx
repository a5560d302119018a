import { DeleteOutlined } from '@ant-design/icons';
import type { DataProvider } from '@refinedev/core';
import type { Manifest } from '#resource';
import { placeOf } from '../resourcePlace.ts';
import type { ListAction } from './listAction.ts';

/** Deletes all that is in the trash for good. */
export const emptyTrash: ListAction = {
  name: 'emptyTrash',
  needs: 'destroy',
  view: 'trash',
  whole: true,
  bar: ({ manifest, whole = 0, onCall }, text) => ({
    name: text('emptyTrash'),
    icon: <DeleteOutlined />,
    danger: true,
    asked: { question: text('confirmEmpty'), about: text('trashForGood', { count: whole }) },
    onClick: () =>
      onCall(
        {
          name: 'emptyTrash',
          method: 'DELETE',
          done: text('done.emptyTrash'),
          send: (provider) => destroyAll(provider, manifest, whole),
        },
        [],
      ),
  }),
};

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
