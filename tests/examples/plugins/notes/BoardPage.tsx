import { CheckOutlined, EyeOutlined } from '@ant-design/icons';
import { useList, useUpdate } from '@refinedev/core';
import { Divider, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceForm, ResourceList, ResourceRecord } from '#web';

const resource = 'notes/note';

/** Parts of the product on a page of one's own, beside Refine's hooks: all of them know the same rows. */
export default function BoardPage() {
  const { t } = useTranslation('notes');
  const [shown, show] = useState<number>();
  const { mutate } = useUpdate();
  const { result } = useList({
    resource,
    filters: [{ field: 'done', operator: 'eq', value: 0 }],
    pagination: { pageSize: 1 },
  });
  return (
    <>
      <h2>{t('left', { count: result.total ?? 0 })}</h2>
      <ResourceForm resource={resource} fields={['text', 'due']} />
      <Divider />
      <ResourceList
        resource={resource}
        filters={[{ field: 'done', operator: 'eq', value: 0 }]}
        columns={['text', 'due']}
        actions={['edit', 'del']}
        rowActions={[
          { name: 'show', label: t('show'), icon: <EyeOutlined />, onClick: ({ id }) => show(id) },
          {
            name: 'finish',
            label: t('finish'),
            icon: <CheckOutlined />,
            onClick: ({ id, version }) => mutate({ resource, id, values: { version, done: 1 } }),
          },
        ]}
      />
      <Modal title={t('note')} open={shown !== undefined} footer={null} onCancel={() => show(undefined)}>
        {shown !== undefined && <ResourceRecord resource={resource} id={shown} />}
      </Modal>
    </>
  );
}
