// `Input` of antd's own index would bring all kinds of inputs to every list.
import Search from 'antd/es/input/Search';
import type { InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../navigation/shortcuts.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { useText } from '../settings/useText.ts';
import { withinSentence } from '../settings/withinSentence.ts';

/** Looks for a word in the fields that the placeholder names, half a second after the last key or at once on Enter. */
export function QuickSearch({
  fields,
  value,
  onChange,
}: {
  fields: readonly string[];
  value: string;
  onChange: (word: string) => void;
}) {
  const text = useText();
  const [word, setWord] = useState(value);
  const input = useRef<InputRef>(null);
  const { isShown } = useTabScope();
  useShortcut('search', () => isShown() && input.current?.focus({ cursor: 'all' }));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setWord(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, wait: number): void => {
    setWord(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => next.trim() !== value && onChange(next.trim()), wait);
  };
  const { language } = useTranslation().i18n;
  const names = fields.map((field) => withinSentence(field, language));
  const namedAll = text('quickSearch', { fields: names.join(text('or')) });
  // There is no room for more.
  const placeholder =
    names.length > 3 ? `${text('quickSearch', { fields: names.slice(0, 2).join(text('or')) })}…` : namedAll;
  return (
    <Search
      ref={input}
      className="quick-search"
      allowClear
      placeholder={placeholder}
      aria-label={namedAll}
      title={namedAll}
      value={word}
      onCompositionEnd={(event) => search(event.currentTarget.value, 500)}
      onChange={(event) =>
        (event.nativeEvent as InputEvent).isComposing
          ? (clearTimeout(timer.current), setWord(event.target.value))
          : search(event.target.value, 500)
      }
      onSearch={(next) => search(next, 0)}
    />
  );
}
