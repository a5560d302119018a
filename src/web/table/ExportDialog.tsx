import { Alert, Flex, Modal, Progress, Radio, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { sizeText, type Filter, type Manifest } from '#resource';
import { download, saveBlob } from '../http/download.ts';
import { HttpProblem } from '../http/problem.ts';
import { notify } from '../messages/notify.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { useText } from '../settings/useText.ts';
import { listQueryOf } from './listCall.ts';
import type { ListState } from './listShape.ts';

interface Props {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly fixed: readonly Filter[];
  /** Rows that the list has. */
  readonly total: number;
  /** The columns that the list shows, in their order. */
  readonly shown: readonly string[];
  /** The ticked rows; all that the list has when there are none. */
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
type Format = 'csv' | 'xlsx';
/** All that a record has for the person, or what the list shows of it. */
type Columns = 'allColumns' | 'shownColumns';
interface Received {
  readonly bytes: number;
  /** Undefined where the file does not tell. */
  readonly rows: number | undefined;
  readonly total: number | undefined;
}

/** Each line of our CSV ends with the one return in it. */
const lineEnd = 13;

/** Asks for a format and the columns, and shows how far the file has come. */
export function ExportDialog({ manifest, state, fixed, total, shown, ids, onClose }: Props) {
  const text = useText();
  const realm = useRealm();
  const [format, choose] = useState<Format>('xlsx');
  const [columns, chooseColumns] = useState<Columns>('allColumns');
  const [received, receive] = useState<Received>();
  const [failure, fail] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const begin = async (): Promise<void> => {
    const controller = (running.current = new AbortController());
    const { signal } = controller;
    let now: Received = { bytes: 0, rows: format === 'csv' ? -1 : undefined, total: undefined };
    fail(undefined);
    receive(now);
    const query = listQueryOf(realm, manifest, state, fixed);
    try {
      const { name, content } = await download(`${manifest.api}export`, {
        query: {
          ...query,
          format,
          ...(columns === 'shownColumns' && { only: shown.join(',') }),
          ...(ids.length > 0 ? { initValue: ids.join(',') } : {}),
        },
        signal,
        onPart(part, all) {
          const rows = now.rows === undefined ? undefined : now.rows + countOf(part, lineEnd);
          receive((now = { bytes: now.bytes + part.length, rows, total: all }));
        },
      });
      saveBlob(name, content);
      notify.success(text('export:done', { file: name }));
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      receive(undefined);
      fail(error instanceof HttpProblem ? error.message : text('export:broken'));
    }
  };

  return (
    <Modal
      open
      title={text('export:title', { table: manifest.label })}
      okText={text('export:begin')}
      cancelText={text('export:cancel')}
      okButtonProps={{ loading: received !== undefined }}
      mask={{ closable: received === undefined }}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        <Typography.Text>
          {ids.length > 0
            ? text('export:chosen', { count: ids.length })
            : text(total === 0 ? 'export:none' : 'export:all', { count: total })}
        </Typography.Text>
        <Radio.Group
          aria-label={text('export:format')}
          value={format}
          disabled={received !== undefined}
          options={(['xlsx', 'csv'] as const).map((value) => ({ value, label: text(`export:${value}`) }))}
          onChange={({ target }) => choose(target.value as Format)}
        />
        <Radio.Group
          aria-label={text('export:columns')}
          value={columns}
          disabled={received !== undefined}
          vertical
          options={(['allColumns', 'shownColumns'] as const).map((value) => ({
            value,
            label: text(`export:${value}`, { count: shown.length }),
          }))}
          onChange={({ target }) => chooseColumns(target.value as Columns)}
        />
        {received && <Received {...received} />}
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Flex>
    </Modal>
  );
}

/** How much of the file is there: in records where these can be counted on the way, else in bytes. */
function Received({ bytes, rows, total }: Received) {
  const text = useText();
  const known = rows !== undefined && total !== undefined && total > 0;
  const done = known ? Math.min(Math.max(rows, 0), total) : 0;
  return (
    <div role="status">
      {known && <Progress percent={Math.floor((done / total) * 100)} status="active" />}
      <Typography.Text type="secondary">
        {known ? text('export:rowsOf', { rows: done, total }) : text('export:received', { size: sizeText(bytes) })}
      </Typography.Text>
    </div>
  );
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (const each of bytes) if (each === wanted) count += 1;
  return count;
}
