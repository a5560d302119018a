import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId } from 'react';
import type { Filter, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { useFilterWords } from './useFilterWords.tsx';
import './filter.css';

interface Props {
  readonly manifest: Manifest;
  /** What must hold of the rows, all of it. */
  readonly filter: readonly Filter[];
  /** What is searched for besides; may be empty. */
  readonly search: string;
  readonly onChange: (filter: readonly Filter[]) => void;
  /** Searches for nothing. */
  readonly onUnsearch: () => void;
  /** Neither filters nor searches. */
  readonly onClear: () => void;
}

/** What the list is filtered by, in words, and what is searched for; each part can be taken away, or all of them. */
export function FilterChips({ manifest, filter, search, onChange, onUnsearch, onClear }: Props) {
  const text = useText();
  const id = useId();
  const said = useFilterWords(manifest, filter);
  const chips = [
    ...(search === '' ? [] : [{ words: text('filter:searched', { word: search }), left: filter, remove: onUnsearch }]),
    ...filter.map((part, at) => {
      const left = filter.toSpliced(at, 1);
      return { words: said(part), left, remove: () => onChange(left) };
    }),
  ];
  return (
    <ul className="filter-chips" aria-label={text('filter:activeFilters')}>
      {chips.map(({ words, left, remove }, at) => (
        <li key={at} className="filter-chip">
          <span id={`${id}${at}`}>{words}</span>
          <Button
            type="text"
            size="small"
            id={`${id}${at}x`}
            aria-label={text('filter:removeFilter')}
            aria-labelledby={`${id}${at}x ${id}${at}`}
            icon={<CloseOutlined aria-hidden />}
            onClick={({ currentTarget }) => {
              focusNeighbour(currentTarget, at, left.length === 0);
              remove();
            }}
          />
        </li>
      ))}
      <li>
        <Button
          type="link"
          size="small"
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget, 0, true);
            onClear();
          }}
        >
          {text('filter:clearFilters')}
        </Button>
      </li>
    </ul>
  );
}

/** Before a chip goes: the one after it moves into its place, with the focus; without filters there may be no chips. */
function focusNeighbour(button: HTMLElement, at: number, isUnfiltered: boolean): void {
  const chips = button.closest('ul')!.querySelectorAll<HTMLElement>('.filter-chip button');
  if (isUnfiltered) button.closest('.list-page')?.querySelector<HTMLElement>('.filter-button button')?.focus();
  else if (at === chips.length - 1) chips[at - 1]?.focus();
}
