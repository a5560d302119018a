import { useQuery } from '@tanstack/react-query';
import { Modal, Radio, Table, Typography } from 'antd';
import { useState } from 'react';
import { dateTimeText, type FieldManifest, type Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import type { ListRow } from '../fields/view.ts';
import { useRequest } from '../http/useRequest.ts';
import { authorOf, historyQuery, lastChangeOf } from './history.ts';
import type { Conflict } from './useEditing.ts';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly manifest: Manifest;
  readonly conflict: Conflict;
  readonly onSettle: (conflict: Conflict, theirs: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Somebody else changed the same fields: shows both versions of each, and lets the person choose one of them. */
export function ConflictDialog({ manifest, conflict, onSettle, onCancel }: Props) {
  const text = useText();
  const help = useHelp(manifest, conflict);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const fields = conflict.names.flatMap((name) => manifest.fields[name] ?? []);
  const choose = (name: string, isTheirs: boolean): void =>
    setTheirs((before) => [...before.filter((each) => each !== name), ...(isTheirs ? [name] : [])]);
  const side = (field: FieldManifest, isTheirs: boolean) => {
    const row: ListRow = isTheirs ? conflict.row : { ...conflict.row, ...conflict.mine };
    const { Cell } = fieldViewOf(manifest.name, field);
    return (
      <Radio
        name={`conflict-${field.name}`}
        checked={theirs.includes(field.name) === isTheirs}
        onChange={() => choose(field.name, isTheirs)}
        aria-label={text('common:named', {
          name: field.label,
          value: text(isTheirs ? 'conflict:theirs' : 'conflict:mine'),
        })}
      >
        <span className="conflict-value">
          <Cell table={manifest.name} field={field} row={row} value={row[field.name]} />
        </span>
      </Radio>
    );
  };
  return (
    <Modal
      open
      title={text('conflict:title')}
      width={720}
      okText={text('conflict:save')}
      cancelText={text('conflict:back')}
      onOk={() => onSettle(conflict, theirs)}
      onCancel={onCancel}
    >
      <Typography.Paragraph type="secondary">{help}</Typography.Paragraph>
      <Table<FieldManifest>
        size="small"
        rowKey="name"
        pagination={false}
        dataSource={fields}
        scroll={{ x: 480 }}
        columns={[
          { title: text('field'), dataIndex: 'label', width: 120 },
          { title: text('conflict:mine'), key: 'mine', render: (_, field) => side(field, false) },
          { title: text('conflict:theirs'), key: 'theirs', render: (_, field) => side(field, true) },
        ]}
      />
    </Modal>
  );
}

/** Who changed the fields last, and when, for those who may read what happened to the row. */
function useHelp(manifest: Manifest, { row, names }: Conflict): string {
  const text = useText();
  const request = useRequest();
  const { data = [] } = useQuery({
    ...historyQuery(manifest, row.id, request),
    enabled: manifest.actions.includes('history'),
  });
  const last = lastChangeOf(data, names);
  if (!last) return text('conflict:help');
  return text('conflict:helpBy', { name: authorOf(last, text), time: dateTimeText(last.create_time) });
}
