import { Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls, textOf } from '../state/calls.ts';
import { changeConversation } from '../state/store.ts';
import { tellOthers } from '../state/windows.ts';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly onDone: () => void;
}

/** A conversation's name while it is changed: Enter or leaving keeps it, Escape does not. */
export function RenameTitle({ id, title, onDone }: Props) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(title);
  const [error, setError] = useState<string>();
  const ended = useRef(false);
  const save = async (): Promise<void> => {
    const name = text.trim();
    if (ended.current) return;
    ended.current = true;
    if (name === '' || name === title) return onDone();
    try {
      await calls.rename(id, name);
      changeConversation(id, { title: name });
      tellOthers(id);
      onDone();
    } catch (problem) {
      ended.current = false;
      setError(textOf(problem));
    }
  };
  return (
    <span className="chat-rename">
      <Input
        autoFocus
        size="small"
        aria-label={t('rename')}
        value={text}
        maxLength={120}
        status={error ? 'error' : ''}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void save();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          ended.current = true;
          onDone();
        }}
      />
      {error && <small role="alert">{error}</small>}
    </span>
  );
}
