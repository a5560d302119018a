import {
  definePlugin,
  lazyView,
  openPanel,
  registerAccountEntry,
  registerEmptyNote,
  registerHeaderEntry,
  registerPanel,
} from '#web';

const realms = ['admin'];
const load = () => import('./web/ProjectSwitch.tsx');

export default definePlugin({
  name: 'project',
  register() {
    registerHeaderEntry(
      'project',
      lazyView(async () => ({ default: (await load()).HeaderSwitch }), { texts: ['project'], height: 32 }),
      { realms, order: -10, phone: false },
    );
    registerEmptyNote({
      name: 'project',
      of: ({ fields }) => fields['project_id']?.relation?.api === '/admin/auth.project/',
      load: () => import('./web/NarrowedNote.tsx'),
      texts: ['project'],
    });
    registerPanel('project', { title: 'project:choose', realms, load: async () => load() });
    registerAccountEntry('project', {
      label: 'project:choose',
      icon: <i className="fa fa-cubes" aria-hidden />,
      realms,
      phoneOnly: true,
      onClick: () => openPanel('project'),
    });
  },
});

declare module '#web' {
  interface Panels {
    project: Record<never, never>;
  }
}
