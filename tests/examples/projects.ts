import { definePlugin, type PluginHost, type PluginRequest } from '#plugin';
import { f, Problem, table } from '#resource';

const project = table('project', { name: f.text({ required: true, unique: true }) });
/** Which project each administrator works on. */
const choice = table('project_choice', {
  admin_id: f.belongsTo('admin', { required: true, unique: true }),
  project_id: f.belongsTo('project', { required: true }),
});
const assignment = table('assignment', {
  title: f.text({ required: true, search: true }),
  project_id: f.belongsTo('project', { required: true }),
});

declare module '#resource' {
  interface Tables {
    project: typeof project;
    project_choice: typeof choice;
    assignment: typeof assignment;
  }
  interface CallerAttributes {
    project: number;
  }
}

let host: PluginHost;

async function setProject({ caller, body }: PluginRequest): Promise<void> {
  const id = Number(body['set_id']);
  await host.transaction(caller, async ({ rows }) => {
    // As the caller: whoever may not see the project cannot choose it.
    if (!(await rows('project').get(id))) throw new Problem('rows:notFound');
    const choices = rows('project_choice', host.system);
    const [before] = await choices.list({ admin_id: caller.id });
    if (before) await choices.edit(before.id, { project_id: id });
    else await choices.add({ admin_id: caller.id, project_id: id });
  });
}

export default definePlugin({
  name: 'projects',
  attributes: [
    {
      name: 'project',
      tables: ['project_choice'],
      async find({ caller, rows }) {
        const [chosen] = await rows('project_choice').list({ admin_id: caller.id });
        return chosen?.project_id;
      },
    },
  ],
  resources: [
    project.resource({ path: 'work/project' }),
    choice.resource({ path: 'work/choice', page: false }),
    assignment.resource({
      path: 'work/assignment',
      rows: {
        // Null for who has chosen none: they see nothing.
        read: ({ attributes }) => attributes.project !== null && { project_id: attributes.project },
      },
    }),
  ],
  routes: [{ method: 'POST', url: '/admin/auth.project/setProject', node: 'signed-in', handler: setProject }],
  start(given) {
    host = given;
  },
});
