import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Flex } from 'antd';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { FormUploadsContext } from '../../fields/formUploads.ts';
import { useText } from '../../settings/useText.ts';
import { DragSort } from '../listParts.ts';
import type { FormLines } from './formLines.ts';
import { columnsOf, isEmptyLine, type TableLines } from './line.ts';
import { LineRow } from './LineRow.tsx';
import { LinesHead, LinesTotals } from './LinesFrame.tsx';

interface Props {
  readonly table: TableLines;
  readonly form: FormLines;
  readonly locked: boolean;
  /** Id of what the table is called. */
  readonly heading: string;
}

/** Lines as a table of inputs. Enter goes to the line below, and from the last one to a new line. */
export function LinesGrid({ table, form, locked, heading }: Props) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const { lines, manifest, all } = table;
  const name = lines.table;
  const left = all.filter(({ removed }) => !removed);
  const mayAdd = !locked && manifest.actions.includes('add') && left.length < lines.most;
  const maySort = !locked && manifest.traits.sortable && manifest.actions.includes('sortable');
  // Without the right to sort them, a new line of such a table comes first.
  const isFirst = manifest.traits.sortable && !maySort;
  const [wanted, focus] = useState<{ readonly key: number; readonly field?: string }>();
  useFocused(place, wanted);
  useFirstRefused(place, form);
  const add = useCallback(
    (field?: string): void => focus({ key: form.add(name, isFirst), ...(field !== undefined && { field }) }),
    [form, name, isFirst],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = cellOf(event);
    if (!from) return;
    event.preventDefault();
    const at = left.findIndex(({ key }) => key === from.key);
    const next = left[at + 1];
    if (next) focus({ key: next.key, field: from.field });
    else if (mayAdd && !isEmptyLine(table, left[at]!)) add();
  };
  const rows: ReactNode = all.map((line, at) => (
    <LineRow key={line.key} line={line} at={at} table={table} form={form} locked={locked} sortable={maySort} />
  ));
  const stale = all.some(({ theirs }) => theirs !== undefined);
  return (
    <FormUploadsContext value={undefined}>
      {stale && <Alert type="warning" showIcon className="lines-alert" title={text('lines:stale')} />}
      <Flex vertical ref={place} className="lines-place" onKeyDown={onKeyDown}>
        {all.length > 0 && (
          <table className="lines-table" aria-labelledby={heading}>
            <LinesHead columns={columnsOf(table)} before={maySort} behind={!locked} />
            <tbody>
              {maySort ? (
                <DragSort
                  ids={all.map(({ key }) => key)}
                  nameOf={(key) => text('lines:line', { line: all.findIndex((line) => line.key === key) + 1 })}
                  refusalOf={() => undefined}
                  onMove={(key, target) => form.move(name, key, target)}
                  sideways={false}
                >
                  {rows}
                </DragSort>
              ) : (
                rows
              )}
            </tbody>
            <LinesTotals table={table} before={maySort} behind={!locked} />
          </table>
        )}
      </Flex>
      {mayAdd && (
        <Button type="dashed" icon={<PlusOutlined />} className="lines-add" onClick={() => add()}>
          {text('lines:add')}
        </Button>
      )}
    </FormUploadsContext>
  );
}

/** The cell in which Enter means the line below: not where it opens or chooses something, or begins a new line of text. */
function cellOf({ key, target, ctrlKey, metaKey, shiftKey, nativeEvent }: KeyboardEvent) {
  if (key !== 'Enter' || ctrlKey || metaKey || shiftKey || nativeEvent.isComposing) return undefined;
  if (!(target instanceof HTMLInputElement) || target.role === 'combobox') return undefined;
  const cell = target.closest<HTMLElement>('[data-field]');
  const row = target.closest<HTMLElement>('[data-row-key]');
  return cell && row ? { key: Number(row.dataset['rowKey']), field: cell.dataset['field']! } : undefined;
}

const inputs = 'input:not([disabled]), textarea:not([disabled]), button[role="switch"]:not([disabled])';

/** Puts the focus into a line, once it is drawn. */
function useFocused(
  place: React.RefObject<HTMLDivElement | null>,
  wanted: { readonly key: number; readonly field?: string } | undefined,
): void {
  useEffect(() => {
    if (!wanted) return;
    const row = place.current?.querySelector(`[data-row-key="${wanted.key}"]`);
    const cell = wanted.field === undefined ? row : row?.querySelector(`[data-field="${wanted.field}"]`);
    const input = cell?.querySelector<HTMLElement>(inputs);
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, [place, wanted]);
}

/** Brings what was refused into sight, unless the form around has refused something before it. */
function useFirstRefused(place: React.RefObject<HTMLDivElement | null>, form: FormLines): void {
  const refusals = useSyncExternalStore(form.subscribe, () => form.refusals);
  useEffect(() => {
    if (refusals === 0) return;
    const first = place.current?.querySelector('[data-refused="true"]');
    const target = first?.querySelector<HTMLElement>(`${inputs}, button`) ?? (first as HTMLElement | null | undefined);
    first?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  }, [place, refusals]);
}
