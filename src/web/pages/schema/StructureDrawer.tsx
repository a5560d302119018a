import { Drawer, Empty, Grid, Select, Table, Tag, Typography } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldManifest } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { useRequest } from '../../http/useRequest.ts';
import { useDrawerPlace } from '../../navigation/useDrawerPlace.ts';

/** As `getTableList` and `getTableFieldList` tell of them (specification §7). */
interface KnownTable {
  readonly table: string;
  readonly comment: string;
}
interface Fields {
  readonly pk: string;
  readonly fieldList: Readonly<Record<string, FieldManifest>>;
}

/** The tables of the product, and the fields of the one that is chosen. */
export function StructureDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('crudLog');
  const request = useRequest();
  const isPhone = Grid.useBreakpoint().md === false;
  const [open, setOpen] = useState(true);
  const [table, setTable] = useState<string>();
  const tables = useQuery({
    queryKey: ['tables'],
    queryFn: async () => (await request.get<{ list: readonly KnownTable[] }>('/admin/ajax/getTableList')).list,
  });
  const fields = useQuery({
    queryKey: ['fields', table],
    enabled: table !== undefined,
    queryFn: () => request.get<Fields>('/admin/ajax/getTableFieldList', { table, clean: 0 }),
  });
  const failed = [tables, fields].find(({ error }) => error);
  return (
    <Drawer
      {...useDrawerPlace(open)}
      title={t('structure')}
      open={open}
      size={isPhone ? '100%' : 640}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => !now && onClose()}
    >
      <Select
        aria-label={t('table')}
        placeholder={t('table')}
        showSearch={{ optionFilterProp: 'label' }}
        loading={tables.isLoading}
        className="schema-table"
        value={table}
        onChange={setTable}
        options={tables.data?.map((each) => ({ value: each.table, label: each.comment }))}
      />
      {failed?.error && (
        <LoadFailed title={t('structureFailed')} reason={failed.error.message} onRetry={() => void failed.refetch()} />
      )}
      {table === undefined && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('chooseTable')} />}
      {table !== undefined && !failed && (
        <Table
          size="small"
          pagination={false}
          loading={fields.isLoading}
          rowKey="name"
          scroll={{ x: 'max-content' }}
          dataSource={Object.values(fields.data?.fieldList ?? {})}
          columns={[
            {
              title: t('field'),
              dataIndex: 'name',
              render: (name: string) => (
                <>
                  <Typography.Text code>{name}</Typography.Text>
                  {name === fields.data?.pk && <Tag color="blue">{t('key')}</Tag>}
                </>
              ),
            },
            { title: t('label'), dataIndex: 'label' },
            {
              title: t('kind'),
              dataIndex: 'kind',
              render: (kind: string) => <Typography.Text code>{`f.${kind}`}</Typography.Text>,
            },
          ]}
        />
      )}
    </Drawer>
  );
}
