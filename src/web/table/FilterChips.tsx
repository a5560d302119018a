import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, type MouseEvent } from 'react';
import type { Filter, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { useFilterWords } from './useFilterWords.tsx';
import './filter.css';

interface Props {
  readonly manifest: Manifest;
  /** What must hold of the rows, all of it. */
  readonly filter: readonly Filter[];
  readonly onChange: (filter: readonly Filter[]) => void;
}

/** What the list is filtered by, in words; each part can be taken away, or all of them. */
export function FilterChips({ manifest, filter, onChange }: Props) {
  const text = useText();
  const id = useId();
  const said = useFilterWords(manifest, filter);
  const remove = (event: MouseEvent<HTMLElement>, at: number): void => {
    focusNeighbour(event.currentTarget, at, filter.length);
    onChange(filter.filter((_, place) => place !== at));
  };
  return (
    <ul className="filter-chips" aria-label={text('filter:activeFilters')}>
      {filter.map((part, at) => (
        <li key={at} className="filter-chip">
          <span id={`${id}${at}`}>{said(part)}</span>
          <Button
            type="text"
            size="small"
            id={`${id}${at}x`}
            aria-label={text('filter:removeFilter')}
            aria-labelledby={`${id}${at}x ${id}${at}`}
            icon={<CloseOutlined aria-hidden />}
            onClick={(event) => remove(event, at)}
          />
        </li>
      ))}
      <li>
        <Button
          type="link"
          size="small"
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget, 0, 1);
            onChange([]);
          }}
        >
          {text('filter:clearFilters')}
        </Button>
      </li>
    </ul>
  );
}

/** Before a chip goes: the one after it moves into its place, with the focus; after the last one stands nothing. */
function focusNeighbour(button: HTMLElement, at: number, count: number): void {
  const chips = button.closest('ul')!.querySelectorAll<HTMLElement>('.filter-chip button');
  if (count === 1) button.closest('.list-page')?.querySelector<HTMLElement>('.filter-button button')?.focus();
  else if (at === count - 1) chips[at - 1]?.focus();
}
