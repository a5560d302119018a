import { useId } from 'react';
import type { FieldCondition, FieldManifest } from '#resource';
import { Operand, OperatorChoice } from './Operand.tsx';

interface Props {
  readonly field: FieldManifest;
  /** What it is called beside the others; its inputs are called by its whole label. */
  readonly label: string;
  readonly condition: FieldCondition;
  readonly onChange: (condition: FieldCondition) => void;
}

/**
 * One filter of a field that the list offers: its name, a choice of its operators, and as many inputs as the operator
 * takes.
 */
export function FilterLine({ field, label, condition, onChange }: Props) {
  const id = useId();
  return (
    <div className="filter-line" role="group" aria-labelledby={id}>
      <span className="filter-label" id={id} title={field.label}>
        {label}
      </span>
      {field.operators.length > 1 && <OperatorChoice field={field} condition={condition} onChange={onChange} />}
      <div className="filter-operand">
        <Operand field={field} condition={condition} onChange={onChange} />
      </div>
    </div>
  );
}
