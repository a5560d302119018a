import { CloseOutlined, HolderOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useId } from 'react';
import { isShown, type FieldManifest } from '#resource';
import { Hint } from '../../components/Hint.tsx';
import { fieldViewOf } from '../../fields/index.ts';
import { useText } from '../../settings/useText.ts';
import { useDragHandle, useDragParts } from '../dragParts.ts';
import type { FormLines } from './formLines.ts';
import { columnsOf, mayChange, mayRemove, valueIn, type Line, type Refusal, type TableLines } from './line.ts';
import { StaleLine } from './StaleLine.tsx';

interface Props {
  readonly line: Line;
  readonly at: number;
  readonly table: TableLines;
  readonly form: FormLines;
  readonly locked: boolean;
  readonly sortable: boolean;
}

/** One line: its inputs, and what takes it away. */
export const LineRow = memo(DrawnLine, isSame);

/** The lines around it are no matter. */
function isSame(one: Props, other: Props): boolean {
  return (
    one.line === other.line &&
    one.at === other.at &&
    one.form === other.form &&
    one.locked === other.locked &&
    one.sortable === other.sortable &&
    one.table.manifest === other.table.manifest
  );
}

function DrawnLine({ line, at, table, form, locked, sortable }: Props) {
  const text = useText();
  const { Row = 'tr' } = useDragParts() ?? {};
  const columns = columnsOf(table);
  const { key, removed, theirs, errors } = line;
  const name = table.lines.table;
  const number = at + 1;
  const whole = errors[''];
  const count = columns.length + (sortable ? 1 : 0) + (locked ? 0 : 1);
  const isStale = theirs !== undefined;
  return (
    <>
      <Row data-row-key={key} className={removed ? 'line-removed' : ''} {...(isStale && { 'data-refused': 'true' })}>
        {sortable && (
          <td className="line-grip">
            <Grip label={text('drag', { row: text('lines:line', { line: number }) })} />
          </td>
        )}
        {columns.map((field) => (
          <Cell key={field.name} {...{ field, line, table, form, number }} locked={locked || removed} />
        ))}
        {!locked && (
          <td className="line-tools">
            {removed ? (
              <Tool
                name={text('lines:restore', { line: number })}
                icon={<UndoOutlined />}
                onClick={() => form.restore(name, key)}
              />
            ) : (
              mayRemove(table, line) && (
                <Tool
                  name={text('lines:remove', { line: number })}
                  icon={<CloseOutlined />}
                  onClick={() => form.remove(name, key)}
                />
              )
            )}
          </td>
        )}
      </Row>
      {whole !== undefined && (
        <tr data-refused="true">
          <td colSpan={count}>
            <div className="line-error" role="alert">
              <Reason refusal={whole} />
            </div>
          </td>
        </tr>
      )}
      {isStale && (
        <tr>
          <td colSpan={count}>
            <StaleLine table={table} line={line} onSettle={(isMine) => form.settle(name, key, isMine)} />
          </td>
        </tr>
      )}
    </>
  );
}

interface CellProps extends Pick<Props, 'line' | 'table' | 'form' | 'locked'> {
  readonly field: FieldManifest;
  readonly number: number;
}

function Cell({ field, line, table, form, number, locked }: CellProps) {
  const text = useText();
  const id = useId();
  const { Cell: Shown, Input, align } = fieldViewOf(table.manifest.name, field);
  const { key, row, values, errors } = line;
  const value = valueIn(table, line, field);
  const refusal = errors[field.name];
  const isOpen = !locked && mayChange(table, line, field) && isShown(field, values);
  const label = text('lines:cell', { field: field.label, line: number });
  const around = { 'data-field': field.name, 'data-label': field.label, 'data-align': align };
  if (!isOpen)
    return (
      <td {...around}>
        {value === undefined ? (
          <span className="cell-empty">…</span>
        ) : (
          <Shown table={table.manifest.name} field={field} row={row ?? { id: 0, ...values }} value={value} />
        )}
      </td>
    );
  return (
    <td {...around} {...(refusal !== undefined && { 'data-refused': 'true' })}>
      <Input
        table={table.manifest.name}
        field={field}
        {...(row && { row })}
        value={value}
        aria-label={label}
        {...(refusal !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        {...(field.required && { 'aria-required': true })}
        onChange={(next) => form.change(table.lines.table, key, field.name, next)}
      />
      {refusal !== undefined && (
        <div id={id} className="line-error">
          <Reason refusal={refusal} />
        </div>
      )}
    </td>
  );
}

function Reason({ refusal }: { refusal: Refusal }) {
  const text = useText();
  return typeof refusal === 'string' ? refusal : text(refusal.key, refusal.params);
}

function Grip({ label }: { label: string }) {
  const text = useText();
  const { ref, attributes, listeners } = useDragHandle();
  return (
    <Button
      type="text"
      size="small"
      className="drag-handle"
      icon={<HolderOutlined />}
      ref={ref}
      {...attributes}
      {...listeners}
      aria-label={label}
      title={text('dragHint')}
    />
  );
}

const Tool = ({ name, icon, onClick }: { name: string; icon: React.ReactNode; onClick: () => void }) => (
  <Hint title={name}>
    <Button type="text" size="small" icon={icon} aria-label={name} onClick={onClick} />
  </Hint>
);
