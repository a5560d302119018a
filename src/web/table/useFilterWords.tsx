import { Fragment, type ReactNode } from 'react';
import type { FieldCondition, FieldManifest, Filter, Manifest, Operator } from '#resource';
import { viewOf } from '../fields/index.ts';
import { useChosen, type RelatedRow } from '../fields/useRelated.ts';
import { useText } from '../settings/useText.ts';
import { conditionsOf, groupOf, isCondition, isNothing, isPeriod, isPresence, isRange } from './filterParts.ts';
import { readOperand } from './listState.ts';
import { operatorKey } from './Operand.tsx';
import { offeredFilters, shortLabels } from './shortLabels.ts';
import { periodText } from './PeriodInput.tsx';
import { useFilterFields, type FilterFields } from './useFilterFields.ts';
import './filter.css';

/** Says each part of this filter in words. */
export function useFilterWords(manifest: Manifest, filter: readonly Filter[]): (part: Filter) => ReactNode {
  const fields = useFilterFields(
    manifest,
    conditionsOf(filter).map(({ field }) => field),
  );
  // By the names that the panel has.
  const labels = shortLabels(offeredFilters(manifest));
  return (part) => <Part part={part} fields={fields} labels={labels} />;
}

interface PartProps {
  readonly part: Filter;
  readonly fields: FilterFields;
  readonly labels: ReadonlyMap<string, string>;
}

function Part({ part, fields, labels }: PartProps) {
  const text = useText();
  if (isCondition(part)) {
    const field = fields.fieldAt(part.field);
    const label = (field && labels.get(part.field)) ?? field?.label ?? part.field;
    return <Condition condition={part} field={field} label={label} />;
  }
  const { match, parts } = groupOf(part);
  const word = text(match === 'all' || match === 'notAll' ? 'filter:both' : 'filter:either');
  return (
    <>
      {(match === 'none' || match === 'notAll') && <b>{text('filter:notThat')} </b>}
      <span className="filter-chip-group">
        {parts.map((each, at) => (
          <Fragment key={at}>
            {at > 0 && <b> {word} </b>}
            <Part part={each} fields={fields} labels={labels} />
          </Fragment>
        ))}
      </span>
    </>
  );
}

interface ConditionProps {
  readonly condition: FieldCondition;
  /** Null where this caller has no such field, undefined until that is known. */
  readonly field: FieldManifest | null | undefined;
  readonly label: string;
}

function Condition({ condition: { operator, value }, field, label }: ConditionProps) {
  const text = useText();
  const said = (key: Operator): string => text(operatorKey(key, field));
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const show = (each: unknown): ReactNode =>
    isPeriod(operator) ? (
      periodText(text, each)
    ) : field && !/LIKE|WITH/.test(operator) ? (
      <Value field={field} value={readOperand(field, operator, String(each as string))} isElement={isOfSet(operator)} />
    ) : (
      String((each ?? '') as string)
    );
  const [from, to] = values;
  const name = <span className="filter-chip-field">{label}</span>;
  if (isPresence(operator))
    return (
      <>
        {name} {said(operator)}
      </>
    );
  if (isRange(operator) && (isNothing(from) || isNothing(to))) {
    const isNot = operator === 'NOT RANGE';
    const key = isNothing(from) ? (isNot ? 'gt' : 'elt') : isNot ? 'lt' : 'egt';
    return (
      <>
        {name} {said(key)} {show(isNothing(from) ? to : from)}
      </>
    );
  }
  return (
    <>
      {name} {said(operator)}{' '}
      {values.map((each, at) => (
        <Fragment key={at}>
          {at > 0 && (isRange(operator) ? ' – ' : text('or'))}
          {show(each)}
        </Fragment>
      ))}
    </>
  );
}

/** Whether one element of a list is looked for. */
const isOfSet = (operator: FieldCondition['operator']): boolean => operator === 'FIND_IN_SET';

interface ValueProps {
  readonly field: FieldManifest;
  readonly value: unknown;
  readonly isElement: boolean;
}

/** A value as lists show it; a related row by its name. */
function Value(props: ValueProps) {
  return props.field.relation ? <RelatedValue {...props} relation={props.field.relation} /> : <Drawn {...props} />;
}

function RelatedValue({
  relation,
  value,
  ...props
}: ValueProps & { relation: NonNullable<FieldManifest['relation']> }) {
  const ids = [value].flat().map(Number);
  return <Drawn {...props} value={props.isElement ? ids : ids[0]} rows={useChosen(relation, ids)} />;
}

function Drawn({ field, value, isElement, rows = [] }: ValueProps & { rows?: readonly RelatedRow[] }) {
  const { Cell } = viewOf(field.kind);
  const shown = isElement ? [value].flat() : value;
  const beside = field.relation && { [field.relation.name]: isElement ? rows : rows[0] };
  return <Cell field={field} value={shown} row={{ id: 0, ...beside, [field.name]: shown }} />;
}
