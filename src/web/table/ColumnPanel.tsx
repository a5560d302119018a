import { VerticalLeftOutlined, VerticalRightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { densities, noChoice, type FieldManifest, type Manifest, type Pin } from '#resource';
import { useText } from '../settings/useText.ts';
import { isChosen, movedColumn, offeredColumns, withColumn, withPin } from './columnChoice.ts';
import type { ColumnChoiceProps } from './ColumnChoice.tsx';
import { DragSort } from './DragSort.tsx';
import { useDragParts } from './dragParts.ts';
import { useFirstFocus } from './formFocus.ts';
import { Grip } from './Grip.tsx';
import { RelatedColumns } from './RelatedColumns.tsx';
import { leadsToOne } from './useColumnChoice.ts';

/** Whether the list has a column of the row that the field refers to, under the same name. */
const isListed = ({ list, fields }: Manifest, { relation, label }: FieldManifest): boolean =>
  list.columns.some((name) => name.startsWith(`${relation?.name}.`) && fields[name]?.label === label);

/** The columns of a list as they stand beside each other, and what else could stand there. */
export function ColumnPanel(props: ColumnChoiceProps) {
  const { own, manifest, choice, change, shown } = props;
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const [switched, setSwitched] = useState<{ readonly name: string }>();
  // Before the first box stands a grip.
  useFirstFocus(place, true, 'input:enabled');
  // It stands elsewhere now, and whoever is at the keyboard goes on with it.
  useEffect(() => {
    if (switched) focusColumn(place.current, switched.name);
  }, [switched]);
  const turn = (name: string, isOn: boolean): void => {
    change(withColumn(own, choice, name, isOn));
    setSwitched({ name });
  };
  const names = Object.keys(manifest.fields);
  const idOf = (name: string): number => names.indexOf(name) + 1;
  const nameAt = (id: number): string => names[id - 1]!;
  const others = [...offeredColumns(own)]
    .filter((name) => !shown.includes(name))
    .flatMap((name) => own.fields[name] ?? [])
    .filter((field) => field.readable && !isListed(own, field));
  const ways = Object.values(own.fields).filter((field) => field.readable && leadsToOne(field));
  return (
    <div ref={place} className="column-choice" role="group" aria-label={text('columns')}>
      <DragSort
        ids={shown.map(idOf)}
        nameOf={(id) => manifest.fields[nameAt(id)]?.label ?? ''}
        refusalOf={() => undefined}
        onMove={(id, target) => change(movedColumn(shown, choice, nameAt(id), nameAt(target)))}
        sideways={false}
      >
        <ul className="column-list">
          {shown.map((name) => (
            <ShownColumn
              key={name}
              id={idOf(name)}
              field={manifest.fields[name]!}
              isLast={shown.length === 1}
              pin={choice.pins[name]}
              onOff={() => turn(name, false)}
              onPin={(pin) => change(withPin(choice, name, pin))}
            />
          ))}
        </ul>
      </DragSort>
      {others.length > 0 && (
        <section className="column-others" aria-label={text('columns:moreFields')}>
          <h4>{text('columns:moreFields')}</h4>
          {others.map(({ name, label }) => (
            <Checkbox key={name} checked={false} data-column={name} onChange={() => turn(name, true)}>
              {label}
            </Checkbox>
          ))}
        </section>
      )}
      {!own.source &&
        ways.map((via) => (
          <RelatedColumns key={via.name} own={own} via={via} shown={shown} onOn={(name) => turn(name, true)} />
        ))}
      <div className="column-choice-end">
        <Segmented
          aria-label={text('columns:density')}
          size="small"
          value={choice.density}
          options={densities.map((value) => ({ value, label: text(`columns:densities.${value}`) }))}
          onChange={(density) => change({ ...choice, density })}
        />
        <Button type="link" size="small" disabled={!isChosen(choice)} onClick={() => change(noChoice)}>
          {text('columns:resetColumns')}
        </Button>
      </div>
    </div>
  );
}

const focusColumn = (place: HTMLElement | null, name: string): void =>
  place?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"]`)?.focus();

interface ShownProps {
  readonly id: number;
  readonly field: FieldManifest;
  /** The one that has to stay. */
  readonly isLast: boolean;
  readonly pin: Pin | undefined;
  readonly onOff: () => void;
  readonly onPin: (pin: Pin | undefined) => void;
}

function ShownColumn({ id, field: { name, label }, isLast, pin, onOff, onPin }: ShownProps) {
  const text = useText();
  const { Item } = useDragParts()!;
  return (
    <Item id={id}>
      <Grip label={text('columns:moveColumn', { field: label })} />
      <Checkbox checked data-column={name} disabled={isLast} onChange={onOff}>
        {label}
      </Checkbox>
      <span className="column-pins">
        {(['left', 'right'] as const).map((side) => (
          <Button
            key={side}
            type="text"
            size="small"
            aria-pressed={pin === side}
            aria-label={text(`columns:pin.${side}`, { field: label })}
            title={text(`columns:pin.${side}`, { field: label })}
            icon={side === 'left' ? <VerticalRightOutlined aria-hidden /> : <VerticalLeftOutlined aria-hidden />}
            onClick={() => onPin(pin === side ? undefined : side)}
          />
        ))}
      </span>
    </Item>
  );
}
