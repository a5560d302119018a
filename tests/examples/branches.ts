import { definePlugin, type PluginHost, type PluginRequest } from '#plugin';
import { f, Problem, table } from '#resource';

const branch = table('branch', { name: f.text({ required: true, unique: true }) });
/** Which branch each administrator works on. */
const choice = table('branch_choice', {
  admin_id: f.belongsTo('admin', { required: true, unique: true }),
  branch_id: f.belongsTo('branch', { required: true }),
});
const assignment = table('assignment', {
  title: f.text({ required: true, search: true }),
  branch_id: f.belongsTo('branch', { required: true }),
});

declare module '#resource' {
  interface Tables {
    branch: typeof branch;
    branch_choice: typeof choice;
    assignment: typeof assignment;
  }
  interface CallerAttributes {
    branch: number;
  }
}

let host: PluginHost;

async function chooseBranch({ caller, body }: PluginRequest): Promise<void> {
  const id = Number(body['set_id']);
  await host.transaction(caller, async ({ rows }) => {
    // As the caller: whoever may not see the branch cannot choose it.
    if (!(await rows('branch').get(id))) throw new Problem('rows:notFound');
    const choices = rows('branch_choice', host.system);
    const [before] = await choices.list({ admin_id: caller.id });
    if (before) await choices.edit(before.id, { branch_id: id });
    else await choices.add({ admin_id: caller.id, branch_id: id });
  });
}

export default definePlugin({
  name: 'branches',
  attributes: [
    {
      name: 'branch',
      tables: ['branch_choice'],
      async find({ caller, rows }) {
        const [chosen] = await rows('branch_choice').list({ admin_id: caller.id });
        return chosen?.branch_id;
      },
    },
  ],
  resources: [
    branch.resource({ path: 'work/branch' }),
    choice.resource({ path: 'work/choice', page: false }),
    assignment.resource({
      path: 'work/assignment',
      rows: {
        // Null for who has chosen none: they see nothing.
        read: ({ attributes }) => attributes.branch !== null && { branch_id: attributes.branch },
      },
    }),
  ],
  routes: [{ method: 'POST', url: '/admin/work.branch/choose', node: 'signed-in', handler: chooseBranch }],
  start(given) {
    host = given;
  },
});
