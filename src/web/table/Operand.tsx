import { Checkbox, Select } from 'antd';
import type { FieldCondition, FieldManifest, Operator } from '#resource';
import { TagsInput } from '../fields/commonInputs.tsx';
import { viewOf } from '../fields/index.ts';
import { withOperator } from './emptyCondition.ts';
import { isList, isPeriod, isPresence, isRange } from './filterParts.ts';
import { PeriodInput } from './PeriodInput.tsx';
import { useText } from '../settings/useText.ts';

interface Props {
  readonly field: FieldManifest;
  readonly condition: FieldCondition;
  readonly onChange: (condition: FieldCondition) => void;
}

/** Times are before and after each other; other values have more and less. */
const ofTimes: ReadonlySet<string> = new Set(['gt', 'egt', 'lt', 'elt']);
export function operatorKey(operator: Operator, field: Pick<FieldManifest, 'operators'> | null | undefined): string {
  const isTime = ofTimes.has(operator) && field?.operators.includes('PERIOD');
  return `filter:${isTime ? 'timeOperator' : 'operator'}.${operator.replace(' ', '_')}`;
}

/** A choice of the operators that the field's kind has. */
export function OperatorChoice({ field, condition, onChange }: Props) {
  const text = useText();
  return (
    <Select<Operator>
      className="filter-operator"
      popupMatchSelectWidth={false}
      aria-label={text('filter:operatorOf', { field: field.label })}
      value={condition.operator}
      onChange={(operator) => onChange(withOperator(field, condition, operator))}
      options={field.operators.map((operator) => ({ value: operator, label: text(operatorKey(operator, field)) }))}
    />
  );
}

/** As many inputs as the operator takes. */
export function Operand({ field, condition, onChange: change }: Props) {
  const text = useText();
  const onChange = (value: unknown): void => change({ ...condition, value });
  const view = viewOf(field.kind);
  const One = view.Filter ?? view.Input;
  const { operator, value } = condition;
  // What one looks for may be shorter than what is stored: its length is not counted.
  const { max: _max, ...options } = field.options;
  const optional = { ...field, required: false, options };
  const operatorText = text(operatorKey(operator, field));
  if (isPresence(operator))
    return (
      <Checkbox aria-label={operatorText} checked={value === true} onChange={(event) => onChange(event.target.checked)}>
        {field.operators.length > 1 ? text('yes') : operatorText}
      </Checkbox>
    );
  if (isPeriod(operator)) return <PeriodInput field={field} value={value} onChange={onChange} />;
  if (isList(operator)) return <Many field={optional} value={value} onChange={onChange} />;
  if (!isRange(operator))
    return <One field={optional} aria-label={field.label} placeholder="" value={value} onChange={onChange} />;
  const [from = null, to = null] = value as readonly unknown[];
  return (
    <div className="filter-range">
      <One
        field={optional}
        aria-label={text('filter:from', { field: field.label })}
        placeholder={text('filter:fromShort')}
        value={from}
        onChange={(next) => onChange([next, to])}
      />
      <span aria-hidden>–</span>
      <One
        field={optional}
        aria-label={text('filter:to', { field: field.label })}
        placeholder={text('filter:toShort')}
        value={to}
        onChange={(next) => onChange([from, next])}
      />
    </div>
  );
}

/** Several values: chosen where there are choices, else typed one after another. */
function Many({
  field,
  value,
  onChange,
}: {
  field: FieldManifest;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { Several = TagsInput } = viewOf(field.kind);
  const list = (value ?? []) as readonly unknown[];
  return <Several field={field} aria-label={field.label} placeholder="" value={list} onChange={onChange} />;
}
