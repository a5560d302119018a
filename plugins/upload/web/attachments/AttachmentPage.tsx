import { DeleteOutlined, SwapOutlined } from '@ant-design/icons';
import { useCan, useGetIdentity, useInvalidate } from '@refinedev/core';
import { App, Modal } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { http, ResourceList, type RowAction } from '#web';
import { attachments } from './attachmentRow.ts';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import type { ListRow } from './listRow.ts';
import { ReplaceQuestion } from './ReplaceQuestion.tsx';
import { UploadMany } from './UploadMany.tsx';
import './attachments.css';

/** All uploaded files: the list of their table, with a place to drop more, to replace them, and to delete with a warning. */
export default function AttachmentPage() {
  const { t } = useTranslation('upload');
  const { message } = App.useApp();
  // Within this page: what it asks reads from the server, and links to pages.
  const [modal, question] = Modal.useModal();
  const invalidate = useInvalidate();
  const may = {
    edit: useCan({ resource: attachments, action: 'edit' }).data?.can === true,
    del: useCan({ resource: attachments, action: 'delete' }).data?.can === true,
  };
  const me = useGetIdentity<{ id?: number; super?: boolean }>().data;
  const picker = useRef<HTMLInputElement>(null);
  const replaced = useRef(0);
  const refresh = (): void => void invalidate({ resource: attachments, invalidates: ['list', 'many', 'detail'] });

  const replace = async (file: File): Promise<void> => {
    const body = new FormData();
    body.append('id', String(replaced.current));
    body.append('file', file);
    const close = message.loading(t('attachment.replacing', { name: file.name }), 0);
    try {
      await http.post('/admin/routine.attachment/replace', body);
      void message.success(t('attachment.replaced'));
      refresh();
    } finally {
      close();
    }
  };
  const page = useRef<HTMLDivElement>(null);
  const remove = (ids: readonly number[], name?: string): void => {
    let uses = 0;
    const place = rowsIn(page.current).findIndex((row) => row.dataset['rowKey'] === String(ids[0]));
    modal.confirm({
      title: t('attachment.delete', { count: ids.length }),
      content: <DeleteQuestion ids={ids} name={name} onKnown={(count) => (uses = count)} />,
      okText: t('attachment.deleteOk'),
      okButtonProps: { danger: true },
      cancelText: t('picker.cancel'),
      focusable: { autoFocusButton: 'cancel' },
      afterClose: () => focusRow(page.current, place),
      onOk: async () => {
        const at = '/admin/routine.attachment';
        await (uses > 0 ? http.post(`${at}/delUsed`, { ids, uses }) : http.del(`${at}/del`, { ids })).then(
          () => void message.success(t('attachment.deleted', { count: ids.length })),
          // Told already.
          () => {},
        );
        refresh();
      },
    });
  };
  const rowActions: RowAction[] = [
    ...(may.edit
      ? [
          {
            name: 'replace',
            label: t('attachment.replace'),
            icon: <SwapOutlined />,
            onClick: (row: ListRow) => {
              const { id } = row;
              const isMine = me?.super === true || row['admin_id'] === me?.id;
              if (me && !isMine) return void message.warning(t('attachment.onlyOwn'));
              replaced.current = id;
              const choose = (): void => picker.current?.click();
              if (Number(row['quote'] ?? 0) === 0) return choose();
              modal.confirm({
                title: t('attachment.replaceUsed'),
                content: <ReplaceQuestion id={id} />,
                okText: t('attachment.replaceOk'),
                cancelText: t('picker.cancel'),
                onOk: choose,
              });
            },
          },
        ]
      : []),
    ...(may.del
      ? [
          {
            name: 'remove',
            label: t('attachment.deleteOk'),
            icon: <DeleteOutlined />,
            danger: true,
            onClick: ({ id, name }: ListRow) => remove([id], String(name ?? '')),
            onTicked: (ids: readonly number[]) => remove(ids),
          },
        ]
      : []),
  ];
  return (
    <div ref={page} className="upload-page">
      <UploadMany onUploaded={refresh}>
        {(tools) => (
          <ResourceList
            resource={attachments}
            actions={['edit']}
            rowActions={rowActions}
            tools={tools}
            syncWithLocation
          />
        )}
      </UploadMany>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('attachment.replace')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) replace(file).catch(() => {});
          target.value = '';
        }}
      />
      {question}
    </div>
  );
}

const rowsIn = (page: HTMLElement | null): readonly HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-row-key]') ?? []),
];

/** Where what was asked about has gone meanwhile, the focus is at what has taken its place. */
function focusRow(page: HTMLElement | null, place: number): void {
  if (document.activeElement !== document.body) return;
  const row = rowsIn(page)[place] ?? rowsIn(page).at(-1) ?? page;
  row?.querySelector<HTMLElement>('button, a[href]')?.focus();
}
