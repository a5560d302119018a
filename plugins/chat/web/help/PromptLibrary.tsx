import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptInfo } from '../../shared/wire.ts';
import { typeText } from '../sender/typing.ts';
import { useChat } from '../state/store.ts';
import { hideHelp } from './help.ts';

const none: readonly PromptInfo[] = [];

/** All prompts by category, with a search over what they say. */
export function PromptLibrary({ input }: { readonly input: Ref<InputRef> }) {
  const { t } = useTranslation('chat');
  const prompts = useChat(({ start }) => start?.prompts ?? none);
  const [search, setSearch] = useState('');
  const groups = Map.groupBy(matchingPrompts(prompts, search), ({ category }) => category);
  const take = ({ text }: PromptInfo): void => {
    hideHelp();
    typeText(text);
  };
  return (
    <div className="chat-library">
      <Input
        ref={input}
        prefix={<SearchOutlined />}
        placeholder={t('prompts.search')}
        aria-label={t('prompts.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {groups.size === 0 && <p className="chat-quiet">{t('prompts.none')}</p>}
      {[...groups].map(([category, own]) => (
        <section key={category} aria-label={category || t('prompts.other')}>
          {groups.size > 1 && <h3>{category || t('prompts.other')}</h3>}
          <ul className="chat-ideas">
            {own.map((prompt) => (
              <li key={prompt.id}>
                <button type="button" onClick={() => take(prompt)}>
                  <strong>{prompt.title}</strong>
                  <span>{prompt.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function matchingPrompts(prompts: readonly PromptInfo[], search: string): readonly PromptInfo[] {
  const wanted = search.trim().toLowerCase();
  return prompts.filter((prompt) =>
    [prompt.title, prompt.text, prompt.category].some((words) => words.toLowerCase().includes(wanted)),
  );
}
