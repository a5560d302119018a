import { Popover } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../settings/useText.ts';
import { withinSentence } from '../../settings/withinSentence.ts';
import { dash } from '../cells.tsx';
import { useTree } from '../useRelated.ts';
import type { CellProps } from '../view.ts';
import { isGeneric } from './columns.ts';
import { matrixRows, rulesIn } from './matrixRows.ts';
import { grantedIn, type Granted } from './words.ts';
import './matrix.css';

/** Pages that a line of a list has room for. */
const shown = 3;

/** What a group may do, in words: “Villages: view; Articles: view, add, edit”, and the rest behind a button. */
export function PermissionWords(props: CellProps) {
  const text = useText();
  const granted = useGranted(props);
  if (granted === undefined) return null;
  if (granted === 'everything') return text('permissions:everything');
  if (granted.length === 0) return dash;
  const rest = granted.slice(shown);
  return (
    <span className="permission-words">
      {granted.slice(0, shown).map(sentence(text)).join(text('permissions:between'))}
      {rest.length > 0 && (
        <Popover trigger={['hover', 'focus']} content={<Lines granted={granted} />}>
          <button
            type="button"
            className="cell-more"
            aria-label={text('common:named', {
              name: text('moreOf', { count: rest.length }),
              value: rest.map(sentence(text)).join(text('permissions:between')),
            })}
          >
            +{rest.length}
          </button>
        </Popover>
      )}
    </span>
  );
}

/** The same page by page, where a record is read. */
export function PermissionLines(props: CellProps) {
  const text = useText();
  const granted = useGranted(props);
  if (granted === undefined) return null;
  if (granted === 'everything') return text('permissions:everything');
  return granted.length === 0 ? dash : <Lines granted={granted} />;
}

const Lines = ({ granted }: { granted: readonly Granted[] }) => {
  const text = useText();
  return (
    <ul className="permission-lines">
      {granted.map((each) => (
        <li key={each.id}>{sentence(text)(each)}</li>
      ))}
    </ul>
  );
};

const sentence =
  (text: ReturnType<typeof useText>) =>
  ({ title, actions }: Granted): string =>
    text('permissions:sentence', {
      page: title,
      actions: actions === 'all' ? text('permissions:everythingThere') : actions.join(text('or')),
    });

/** Undefined until the rules are known. A group that has everything has no rules of its own. */
function useGranted({ field, value, row }: CellProps): Granted[] | 'everything' | undefined {
  const text = useText();
  const { i18n } = useTranslation();
  const relation = field.relation!;
  const { data } = useTree(relation);
  const rows = useMemo(() => data && matrixRows(rulesIn(data, relation.title)), [data, relation.title]);
  const ids = (value ?? []) as readonly (number | { readonly id: number })[];
  if (ids.length === 0) return row['is_super'] === 1 ? 'everything' : [];
  const chosen = new Set(ids.map((each) => (typeof each === 'object' ? each.id : each)));
  return (
    rows &&
    grantedIn(rows, chosen, (action, title) =>
      isGeneric(action) ? text(`permissions:verb.${action}`) : withinSentence(title, i18n.language),
    )
  );
}
