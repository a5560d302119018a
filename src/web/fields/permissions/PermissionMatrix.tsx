import { Button, Checkbox, ConfigProvider, Empty, Input } from 'antd';
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../settings/useText.ts';
import { useTree } from '../useRelated.ts';
import { controlProps, type InputProps } from '../view.ts';
import { columnsOf, idIn, isGeneric } from './columns.ts';
import { grantsOf } from './grants.ts';
import { MatrixLine } from './MatrixLine.tsx';
import { matrixRows, rulesGiven, rulesIn, rulesWith, type MatrixRow } from './matrixRows.ts';
import { Tick } from './Tick.tsx';
import { useArrowKeys } from './useArrowKeys.ts';
import { Loading } from '../../components/Loading.tsx';
import './matrix.css';

const none: readonly number[] = [];

/** Pages as lines, what may be done there as columns. The value holds what is ticked and every page and directory above. */
export function PermissionMatrix(props: InputProps) {
  const text = useText();
  const relation = props.field.relation!;
  const { data, isPending } = useTree(relation);
  const rules = useMemo(() => rulesIn(data ?? [], relation.title), [data, relation.title]);
  const grants = useMemo(() => grantsOf(rules), [rules]);
  const [word, setWord] = useState('');
  const wanted = useDeferredValue(word);
  // What was ticked when it was asked for: a line stays where its last tick is taken away.
  const [given, setGiven] = useState<ReadonlySet<number>>();
  const rows = useMemo(
    () => matrixRows(rulesWith(given ? rulesGiven(rules, given) : rules, wanted)),
    [rules, given, wanted],
  );
  const everything = useMemo(() => matrixRows(rules), [rules]);
  const { componentDisabled } = ConfigProvider.useConfig();
  const disabled = props.disabled ?? componentDisabled ?? false;
  const value = (props.value ?? none) as readonly number[];
  const chosen = useMemo(() => new Set(value), [value]);
  const change = useRef<(ids: readonly number[], on: boolean) => void>(undefined);
  useLayoutEffect(() => {
    change.current = (ids, on) => props.onChange?.(on ? grants.with(value, ids) : grants.without(value, ids));
  });
  const tick = useCallback((ids: readonly number[], on: boolean) => change.current!(ids, on), []);
  if (isPending && relation.selectable) return <Loading paragraph={{ rows: 8 }} title={false} />;
  const leaves = tops(everything).flatMap((row) => row.leaves);
  const { 'aria-describedby': described, id } = controlProps(props);
  return (
    <div id={id} role="group" aria-label={props.field.label} aria-describedby={described} className="matrix">
      <div className="matrix-tools">
        <Input.Search
          allowClear
          value={word}
          placeholder={text('permissions:search')}
          aria-label={text('permissions:search')}
          disabled={false}
          onChange={(event) => setWord(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <span className="matrix-count" role="status">
          {text('permissions:count', { count: leaves.filter((each) => chosen.has(each)).length, total: leaves.length })}
        </span>
        <Checkbox
          checked={given !== undefined}
          disabled={!given && chosen.size === 0}
          onChange={({ target }) => setGiven(target.checked ? chosen : undefined)}
        >
          {text('permissions:givenOnly')}
        </Checkbox>
        <Button
          size="small"
          onClick={() =>
            tick(
              tops(rows).flatMap((row) => row.leaves),
              true,
            )
          }
        >
          {text('selectAll')}
        </Button>
        <Button
          size="small"
          onClick={() =>
            tick(
              tops(rows).flatMap((row) => row.all),
              false,
            )
          }
        >
          {text('selectNone')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingFound')} />
      ) : (
        <Grid {...{ rows, chosen, disabled }} label={props.field.label} onTick={tick} />
      )}
    </div>
  );
}

/** Lines that stand below no other: theirs is all that the others have. */
const tops = (rows: readonly MatrixRow[]): readonly MatrixRow[] => rows.filter(({ depth }) => depth === 0);

interface GridProps {
  readonly rows: readonly MatrixRow[];
  readonly chosen: ReadonlySet<number>;
  readonly disabled: boolean;
  readonly label: string;
  readonly onTick: (ids: readonly number[], on: boolean) => void;
}

function Grid({ rows, chosen, disabled, label, onTick }: GridProps) {
  const text = useText();
  const columns = useMemo(() => columnsOf(rows), [rows]);
  const hasOwn = rows.some(({ permissions }) => permissions.some(({ action }) => !isGeneric(action)));
  return (
    <div className="matrix-scroll">
      {/* oxlint-disable-next-line no-noninteractive-element-to-interactive-role -- its boxes are one stop of the tab key */}
      <table role="grid" aria-label={label} {...useArrowKeys()}>
        <thead>
          <tr>
            <th scope="col">{text('permissions:page')}</th>
            {columns.map((column) => (
              <ColumnHead key={column} {...{ column, rows, chosen, disabled, onTick }} />
            ))}
            {hasOwn && (
              <th scope="col" className="matrix-own">
                {text('permissions:own')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MatrixLine
              key={row.id}
              {...{ row, columns, disabled, hasOwn, onTick }}
              chosen={row.all.filter((id) => chosen.has(id)).join()}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of an action, and a box for all pages that have it. */
function ColumnHead({
  column,
  rows,
  chosen,
  disabled,
  onTick,
}: Pick<GridProps, 'rows' | 'chosen' | 'disabled' | 'onTick'> & { readonly column: string }) {
  const text = useText();
  const name = text(`permissions:action.${column}`);
  const ids = rows.flatMap((row) => idIn(row, column) ?? []);
  return (
    <th scope="col">
      <label>
        <span>{name}</span>
        <Tick
          name={text('permissions:onAllPages', { action: name })}
          checked={ids.every((id) => chosen.has(id))}
          partly={ids.some((id) => chosen.has(id))}
          disabled={disabled}
          onChange={(on) => onTick(ids, on)}
        />
      </label>
    </th>
  );
}
