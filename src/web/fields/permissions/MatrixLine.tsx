import { memo } from 'react';
import { useText } from '../../settings/useText.ts';
import { idIn, isGeneric } from './columns.ts';
import type { MatrixRow } from './matrixRows.ts';
import { Tick } from './Tick.tsx';

interface Props {
  readonly row: MatrixRow;
  readonly columns: readonly string[];
  /** What is ticked of the line and below it, as text: lines are drawn anew only for another one. */
  readonly chosen: string;
  readonly disabled: boolean;
  readonly hasOwn: boolean;
  readonly onTick: (ids: readonly number[], checked: boolean) => void;
}

/** A page or a directory with its boxes. */
export const MatrixLine = memo(function MatrixLine({ row, columns, chosen, disabled, hasOwn, onTick }: Props) {
  const text = useText();
  const ticked = new Set(chosen === '' ? [] : chosen.split(',').map(Number));
  const all = row.leaves.every((id) => ticked.has(id));
  const nameOf = (title: string): string => text('permissions:actionOf', { page: row.title, action: title });
  const titleOf = (id: number): string =>
    row.permissions.find((each) => each.id === id)?.title ?? text('permissions:action.index');
  const own = row.permissions.filter(({ action }) => !columns.includes(action ?? '') || !isGeneric(action));
  const isBlind = row.view !== undefined && !ticked.has(row.view) && row.permissions.some(({ id }) => ticked.has(id));
  return (
    <tr data-page={row.isPage} className="matrix-line">
      <th scope="row" style={{ '--depth': row.depth } as React.CSSProperties}>
        <label>
          <Tick
            name={nameOf(text('permissions:all'))}
            checked={all}
            partly={ticked.size > 0}
            disabled={disabled}
            onChange={(on) => onTick(on ? row.leaves : row.all, on)}
          />
          <span>{row.title}</span>
        </label>
        {isBlind && (
          <span className="matrix-note">
            {text('permissions:needsView')}{' '}
            <button
              type="button"
              data-stop
              tabIndex={-1}
              disabled={disabled}
              aria-label={nameOf(text('permissions:addView'))}
              onClick={() => onTick([row.view!], true)}
            >
              {text('permissions:addView')}
            </button>
          </span>
        )}
      </th>
      {columns.map((column) => {
        const id = idIn(row, column);
        return (
          <td key={column} data-empty={id === undefined}>
            {id !== undefined && (
              <label>
                <Tick
                  name={nameOf(titleOf(id))}
                  checked={ticked.has(id)}
                  disabled={disabled}
                  onChange={(on) => onTick([id], on)}
                />
                <span className="matrix-name">{titleOf(id)}</span>
              </label>
            )}
          </td>
        );
      })}
      {hasOwn && (
        <td className="matrix-own" data-empty={own.length === 0}>
          <OwnActions {...{ own, ticked, disabled, nameOf, onTick }} />
        </td>
      )}
    </tr>
  );
});

interface OwnProps extends Pick<Props, 'disabled' | 'onTick'> {
  readonly own: MatrixRow['permissions'];
  readonly ticked: ReadonlySet<number>;
  readonly nameOf: (title: string) => string;
}

/** Actions that only this page has, by their names; all of them, for among them are those that move money. */
function OwnActions({ own, ticked, disabled, nameOf, onTick }: OwnProps) {
  return (
    <div>
      {own.map(({ id, title }) => (
        <label key={id} className="matrix-chip">
          <Tick name={nameOf(title)} checked={ticked.has(id)} disabled={disabled} onChange={(on) => onTick([id], on)} />
          <span>{title}</span>
        </label>
      ))}
    </div>
  );
}
