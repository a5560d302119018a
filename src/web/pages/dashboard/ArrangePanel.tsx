import { Button, Checkbox } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DragSort } from '../../table/DragSort.tsx';
import { useDragParts } from '../../table/dragParts.ts';
import { useFirstFocus } from '../../table/formFocus.ts';
import { Grip } from '../../table/Grip.tsx';
import type { ArrangeProps } from './Arrange.tsx';
import { inOrder, isArranged, noArrangement, withMoved, withShown } from './arrangement.ts';

/** All parts of the dashboard in their order: each is moved by its grip, hidden and shown by its box. */
export function ArrangePanel({ parts, arrangement, change }: ArrangeProps) {
  const { t } = useTranslation('dashboard');
  const place = useRef<HTMLDivElement>(null);
  // Before the first box stands a grip.
  useFirstFocus(place, true, 'input:enabled');
  const ordered = inOrder(parts, arrangement);
  const names = ordered.map(({ name }) => name);
  const shown = names.filter((name) => !arrangement.hidden.includes(name));
  const titleAt = (at: number): string => ordered[at - 1]?.title ?? '';
  return (
    <div ref={place} className="dashboard-arrange" role="group" aria-label={t('arrange')}>
      <DragSort
        ids={names.map((_name, at) => at + 1)}
        nameOf={titleAt}
        refusalOf={() => undefined}
        onMove={(from, to) => change(withMoved(arrangement, names, names[from - 1]!, names[to - 1]!))}
        sideways={false}
      >
        <ul>
          {ordered.map(({ name, title }, at) => (
            <Entry
              key={name}
              id={at + 1}
              title={title}
              isShown={shown.includes(name)}
              // A dashboard without any part would look broken.
              isLast={shown.length === 1 && shown[0] === name}
              onTurn={(isShown) => change(withShown(arrangement, name, isShown))}
            />
          ))}
        </ul>
      </DragSort>
      <Button type="link" size="small" disabled={!isArranged(arrangement)} onClick={() => change(noArrangement)}>
        {t('resetArrangement')}
      </Button>
    </div>
  );
}

interface EntryProps {
  readonly id: number;
  readonly title: string;
  readonly isShown: boolean;
  readonly isLast: boolean;
  readonly onTurn: (isShown: boolean) => void;
}

function Entry({ id, title, isShown, isLast, onTurn }: EntryProps) {
  const { t } = useTranslation('dashboard');
  const { Item } = useDragParts()!;
  return (
    <Item id={id}>
      <Grip label={t('movePart', { part: title })} />
      <Checkbox checked={isShown} disabled={isLast} onChange={({ target }) => onTurn(target.checked)}>
        {title}
      </Checkbox>
    </Item>
  );
}
