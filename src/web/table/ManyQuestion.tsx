import { Input, Modal } from 'antd';
import { useId, useRef, useState, type PropsWithChildren } from 'react';
import type { Filter, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import type { Asking } from './actions/ActionButton.tsx';
import { useFirstFocus } from './formFocus.ts';
import type { ListState } from './listShape.ts';
import { useFilterWords } from './useFilterWords.tsx';
import './manyQuestion.css';

interface Props extends Asking {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly fixed: readonly Filter[];
  /** Whether it is for all that the list has, rather than for rows that were ticked one by one. */
  readonly areAll: boolean;
  readonly onClose: () => void;
}

/** Actions with a sentence of their own for the button. */
const named: readonly string[] = ['del', 'destroy', 'restore'];

/**
 * Asks before something is done with more rows than a page has: says how many they are, which, and what becomes of them. Where
 * nothing brings them back, their number is typed first.
 */
export function ManyQuestion({ manifest, state, fixed, areAll, action, tool, count, onClose }: Props) {
  const text = useText();
  const id = useId();
  const [typed, type] = useState('');
  const { name, danger = false, asked, onClick } = tool;
  const isTyped = !asked?.forGood || numberIn(typed) === count;
  const confirm = (): void => {
    onClose();
    onClick();
  };
  return (
    <Modal
      open
      className="many-question"
      title={asked?.question ?? text(`many:ask.${action}`)}
      width={480}
      mask={{ closable: false }}
      closable={{ 'aria-label': text('close') }}
      okText={named.includes(action) ? text(`many:do.${action}`, { count }) : text('actionOn', { action: name, count })}
      okButtonProps={{ danger, disabled: !isTyped, 'aria-describedby': isTyped ? undefined : `${id}l` }}
      cancelText={text('cancel')}
      cancelButtonProps={{ autoFocus: !asked?.forGood }}
      onOk={confirm}
      onCancel={onClose}
    >
      <p>{asked?.about ?? text(`many:about.${action}`, { count })}</p>
      {areAll && <Which {...{ manifest, state, fixed }} />}
      {asked?.forGood && (
        <FirstFocus>
          <label id={`${id}l`} htmlFor={id}>
            {text('many:type', { count })}
          </label>
          <Input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => type(target.value)}
            onPressEnter={() => isTyped && confirm()}
          />
        </FirstFocus>
      )}
    </Modal>
  );
}

/** What is typed first has the focus as soon as it is there. */
function FirstFocus({ children }: PropsWithChildren) {
  const place = useRef<HTMLDivElement>(null);
  useFirstFocus(place, true);
  return (
    <div ref={place} className="many-typed">
      {children}
    </div>
  );
}

/** As people write it: grouped or not, in full width or not. */
const numberIn = (typed: string): number => Number(typed.normalize('NFKC').replaceAll(/[\s,]/g, '') || Number.NaN);

/** What holds of the rows, in words, or that they are all there are. */
function Which({ manifest, state, fixed }: Pick<Props, 'manifest' | 'state' | 'fixed'>) {
  const text = useText();
  const id = useId();
  const filter = [...fixed, ...state.filter];
  const said = useFilterWords(manifest, filter);
  const isNarrowed = filter.length > 0 || state.quickSearch !== '';
  const place = state.view === 'trash' ? 'InTrash' : '';
  return (
    <>
      <p id={id}>{text(`many:${isNarrowed ? 'matching' : 'all'}${place}`, { table: manifest.label })}</p>
      {isNarrowed && (
        <ul className="filter-chips" aria-labelledby={id}>
          {filter.map((part, at) => (
            <li key={at} className="filter-chip">
              <span>{said(part)}</span>
            </li>
          ))}
          {state.quickSearch !== '' && (
            <li className="filter-chip">{text('many:search', { words: state.quickSearch })}</li>
          )}
        </ul>
      )}
    </>
  );
}
