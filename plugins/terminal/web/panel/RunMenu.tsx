import { DownOutlined, PlayCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { packageManagers, type CommandAnswer, type PackageManager } from '../../shared/protocol.ts';
import { addTask } from '../queue/queue.ts';
import { terminal } from '../queue/store.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useAfterBuild } from './useAfterBuild.ts';

/** The commands that can be run: each by itself, or after a form with its parameters. */
export function RunMenu() {
  const { t } = useTranslation('terminalPanel');
  const commands = useStore(terminal, (state) => state.commands);
  const manager = useStore(terminal, ({ packageManager }) => packageManager);
  const [chosen, choose] = useState<CommandAnswer>();
  const afterBuild = useAfterBuild();
  const button = useRef<HTMLButtonElement>(null);
  const add = (command: CommandAnswer, params: Readonly<Record<string, string>> = {}): void => {
    const { name, blockOnFailure } = command;
    addTask(name, { params, blockOnFailure, ...(name.startsWith('web-build.') && { callback: afterBuild }) });
  };
  const shown = (commands ?? []).filter(({ name }) => isOf(manager, name));
  const run = (name: string): void => {
    const command = shown.find((each) => each.name === name);
    if (!command) return;
    if (command.params.length > 0) choose(command);
    else add(command);
  };
  /** What is chosen goes with the menu: keys go on from the button, but the one that has chosen, which would press it. */
  const chosenBy = (name: string): void => {
    setTimeout(() => {
      button.current?.focus();
      run(name);
    });
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        autoFocus
        disabled={!commands}
        menu={{ items: itemsOf(shown), onClick: ({ key }) => chosenBy(key), className: 'terminal-menu' }}
      >
        <Button ref={button} type="primary" icon={<PlayCircleOutlined aria-hidden />} loading={!commands}>
          {t('run')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <CommandDialog
        command={chosen}
        onClose={() => choose(undefined)}
        onRun={(params) => {
          if (chosen) add(chosen, params);
          choose(undefined);
        }}
      />
    </>
  );
}

/** Groups whose commands end with names of package managers, and are there whichever is chosen. */
const always = new Set(['version', 'set-registry']);

/** Of commands that there are for each package manager, those of the chosen one. */
function isOf(manager: PackageManager, name: string): boolean {
  const [group, end] = [name.slice(0, name.indexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
  return always.has(group) || end === manager || !packageManagers.some((each) => each === end);
}

/** What belongs together stands together; what is seldom asked for comes last. */
function itemsOf(commands: readonly CommandAnswer[]): NonNullable<MenuProps['items']> {
  const isSeldom = ({ group }: CommandAnswer): boolean => always.has(group);
  const sorted = [...commands.filter((each) => !isSeldom(each)), ...commands.filter(isSeldom)];
  const groups = [...Map.groupBy(sorted, ({ group }) => group).values()];
  return groups.flatMap((each, at) => [
    ...(at > 0 && (each.length > 1 || groups[at - 1]!.length > 1) ? [{ type: 'divider' as const }] : []),
    ...each.map((command) => ({ key: command.name, disabled: !command.available, label: <Item command={command} /> })),
  ]);
}

const Item = ({ command: { label, description, available, why, dangerous } }: { readonly command: CommandAnswer }) => (
  <span className="terminal-item">
    <span>
      {label}
      {dangerous && <WarningOutlined className="terminal-danger" aria-hidden />}
    </span>
    {(!available || description) && <small>{available ? description : why}</small>}
  </span>
);
