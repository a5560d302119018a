import { definePlugin, type PluginHost, type PluginRequest } from '#plugin';
import { f, table, type Caller } from '#resource';

const question = table('question', {
  text: f.text({ required: true, max: 500 }),
  // Of whom it is: a visitor until they sign in.
  visitor: f.text({ readonly: true, index: true }),
  customer_id: f.belongsTo('customer', { readonly: true }),
});

declare module '#resource' {
  interface Tables {
    question: typeof question;
  }
}

let host: PluginHost;
const questions = () => host.rows('question', host.system);

const ownerOf = ({ realm, id, visitor }: Caller) =>
  realm === 'customer' ? { customer_id: id } : { visitor: visitor!.id };

const add = ({ caller, body }: PluginRequest) => questions().add({ text: String(body['text']), ...ownerOf(caller) });

const list = async ({ caller }: PluginRequest) => (await questions().list(ownerOf(caller))).map(({ text }) => text);

/** What somebody asked before they signed in is theirs from now on. */
const handOver = (visitor: string, customer: number): Promise<void> =>
  host.transaction(host.system, async ({ rows }) => {
    for (const { id } of await rows('question').list({ visitor }))
      await rows('question').edit(id, { visitor: null, customer_id: customer });
  });

export default definePlugin({
  name: 'questions',
  resources: [question.resource({ path: 'shop/question' })],
  routes: [
    {
      method: 'POST',
      url: '/customer/questions/add',
      node: 'everyone',
      visitors: true,
      rateLimit: { max: 20, timeWindow: 60_000 },
      handler: add,
    },
    { method: 'GET', url: '/customer/questions/index', node: 'everyone', visitors: true, handler: list },
  ],
  async start(given) {
    host = given;
    await host.subscribe('visitor-signed-in', async ({ realm, id, visitor }) => {
      if (realm === 'customer') await handOver(visitor, id);
    });
  },
});
