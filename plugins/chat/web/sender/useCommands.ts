import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Start } from '../../shared/wire.ts';
import { showHelp } from '../help/help.ts';
import { chat } from '../state/store.ts';
import { saveExport } from '../share/saveExport.ts';
import { ofPrompts, type Command } from './commands.ts';

interface Given {
  readonly id: string | undefined;
  readonly start: Start;
  readonly onType: (text: string) => void;
}

/** What `/` offers: what one can do, and the prompts. */
export function useCommands({ id, start, onType }: Given): readonly Command[] {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  return useMemo(() => {
    const begin: Command = {
      key: 'new',
      title: t('new'),
      text: t('command.new'),
      run: () => {
        onType('');
        void navigate('/');
      },
    };
    const save: Command = {
      key: 'export',
      title: t('export'),
      text: t('command.export'),
      run: () => {
        onType('');
        if (id !== undefined) void saveExport(id, chat.getState().threads[id]?.conversation.title ?? '');
      },
    };
    const open = (help: 'prompts' | 'keys'): Command => ({
      key: help,
      title: t(`${help}.title`),
      text: t(`command.${help}`),
      run: () => {
        onType('');
        showHelp(help);
      },
    });
    const hasPrompts = start.prompts.length > 0;
    return [
      begin,
      ...(id === undefined ? [] : [save]),
      ...(hasPrompts ? [open('prompts')] : []),
      open('keys'),
      ...ofPrompts(start.prompts, onType),
    ];
  }, [t, navigate, id, start.prompts, onType]);
}
