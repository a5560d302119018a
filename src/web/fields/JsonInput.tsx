import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { jsonOf } from './jsonOf.ts';
import { controlProps, type InputProps } from './view.ts';

/**
 * JSON as text. What cannot be read becomes NaN, which is no JSON: the kind's own rule then refuses it with its
 * message.
 */
export function JsonInput(props: InputProps) {
  const { field, onChange } = props;
  const value = jsonOf(field, props.value);
  const [text, setText] = useState(() => textOf(value));
  useEffect(
    () =>
      setText((shown) =>
        Object.is(read(shown), value) || JSON.stringify(read(shown)) === JSON.stringify(value) ? shown : textOf(value),
      ),
    [value],
  );
  return (
    <Input.TextArea
      {...controlProps(props)}
      className="code"
      spellCheck={false}
      autoSize={{ minRows: 4, maxRows: 16 }}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(read(event.target.value));
      }}
    />
  );
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

function read(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return Number.NaN;
  }
}
