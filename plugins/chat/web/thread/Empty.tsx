import { MessageOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PromptInfo, Start } from '../../shared/wire.ts';
import { showHelp } from '../help/help.ts';
import { typeText } from '../sender/typing.ts';
import './empty.css';

const ideas = ['explain', 'write', 'plan', 'code'] as const;
/** Prompts that are offered before anything is typed; the others come by `/`, or in the library. */
const most = 4;

/** Before the first message: what one may begin with, where something answers. */
export function Empty({ start }: { readonly start: Start }) {
  const { t } = useTranslation('chat');
  return (
    <div className="chat-scroll chat-empty">
      <div className="chat-welcome">
        <span className="chat-mark" aria-hidden>
          <MessageOutlined />
        </span>
        <h1>{start.who === 'member' ? t('hello', { name: start.name }) : t('welcome')}</h1>
        <p className="chat-quiet">{t('lead')}</p>
      </div>
      {start.ready && <Ideas prompts={start.prompts} />}
    </div>
  );
}

function Ideas({ prompts }: Pick<Start, 'prompts'>) {
  const { t } = useTranslation('chat');
  const own = ideas.map((name, place) => ({
    id: -1 - place,
    title: t(`idea.${name}.title`),
    text: t(`idea.${name}.text`),
    category: '',
  }));
  const shown: readonly PromptInfo[] = prompts.length > 0 ? prompts.slice(0, most) : own;
  return (
    <>
      <ul className="chat-ideas" aria-label={t('ideas')}>
        {shown.map(({ id, title, text }) => (
          <li key={id}>
            <button type="button" onClick={() => typeText(text)}>
              <strong>{title}</strong>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ul>
      {prompts.length > most && (
        <Button type="text" onClick={() => showHelp('prompts')}>
          {t('prompts.all', { count: prompts.length })}
        </Button>
      )}
    </>
  );
}
