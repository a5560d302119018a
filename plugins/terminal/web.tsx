import {
  definePlugin,
  registerAccountEntry,
  registerFormSection,
  registerHeaderEntry,
  registerPanel,
  openPanel,
  lazyView,
  loadTexts,
  watchPerson,
} from '#web';
import { dot } from './web/header/dot.ts';
import { owner } from './web/header/owner.ts';
import type { TerminalPanelProps } from './web/panel/TerminalPanel.tsx';
import type { TaskRequest } from './web/queue/request.ts';

declare global {
  interface WindowEventMap {
    /** Adds a task without opening the panel; whoever hears it prevents its default. */
    'terminal:task': CustomEvent<TaskRequest>;
  }
}

declare module '#web' {
  interface Panels {
    terminal: TerminalPanelProps;
  }
}

const button = lazyView(() => import('./web/header/TerminalButton.tsx'));

const load = async () => (await Promise.all([import('./web/panel/TerminalPanel.tsx'), loadTexts('terminalPanel')]))[0];

// All of it is fetched when it is first shown, or when tasks are left of another visit.
export default definePlugin({
  name: 'terminal',
  register() {
    watchPerson('admin', owner.set);
    const place = { node: 'terminal/run/use', realms: ['admin'] };
    registerPanel('terminal', { ...place, title: 'terminal:title', size: 880, load });
    addEventListener('terminal:task', (event) => {
      event.preventDefault();
      void load().then(({ addRequested }) => addRequested(event.detail));
    });
    registerFormSection({
      name: 'output',
      table: 'terminal_run',
      load: async () => ({ default: (await load()).RunSection }),
    });
    registerHeaderEntry('terminal', button, place);
    registerAccountEntry('terminal', {
      ...place,
      label: 'terminal:title',
      icon: <i className="fa fa-terminal" aria-hidden />,
      phoneOnly: true,
      news: { label: 'terminal:openNew', ...dot },
      onClick: () => openPanel('terminal'),
    });
  },
});
