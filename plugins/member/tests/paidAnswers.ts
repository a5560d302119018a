import { definePlugin, type PluginHost, type PluginRequest } from '#plugin';
import { f, Invalid, table } from '#resource';

const paidAnswer = table('paid_answer', {
  user_id: f.belongsTo('user', { required: true }),
  question: f.text({ required: true, max: 500 }),
  answer: f.textarea(),
});

declare module '#resource' {
  interface Tables {
    paid_answer: typeof paidAnswer;
  }
}

/** Points that an answer costs at the most, and for each of its characters. */
const [most, each] = [100, 1];
let host: PluginHost;

/** Sets points aside, does what is slow outside of any transaction, and takes what it has come to. */
async function ask({ caller, body }: PluginRequest) {
  const ledger = host.use('ledger');
  const question = body['question'];
  if (typeof question !== 'string' || question === '') throw new Invalid({ question: { key: 'validate:required' } });
  // Row and reservation, or neither: whoever has too few points is told, and has asked nothing.
  const { id, key } = await host.transaction(caller, async (transaction) => {
    const row = await transaction.rows('paid_answer', host.system).add({ user_id: caller.id, question });
    const booking = { currency: 'score', user: caller.id, amount: most, memo: question.slice(0, 50) } as const;
    const reference = `answer ${row.id}`;
    await ledger.reserve({ ...booking, reason: 'answers.ask', reference, key: `answers ${row.id}` }, transaction);
    return { id: row.id, key: `answers ${row.id}` };
  });
  try {
    const answer = await answerTo(question);
    return await host.transaction(caller, async (transaction) => {
      await transaction.rows('paid_answer', host.system).edit(id, { answer });
      const taken = await ledger.settle({ key, amount: Math.min(most, answer.length * each) }, transaction);
      return { answer, cost: -Number(taken?.amount ?? 0), left: taken?.after };
    });
  } catch (error) {
    // After a crash nobody comes here: then the reservation ends by itself.
    await ledger.release(key);
    throw error;
  }
}

async function answerTo(question: string): Promise<string> {
  if (question === 'fail') throw new Error('no answer');
  return question.toUpperCase();
}

/** Somebody was not content: all that the answer has cost comes back, once. */
const refund = ({ body }: PluginRequest) => {
  const key = `answers ${Number(body['id'])}`;
  return host.use('ledger').refund({ currency: 'score', of: key, memo: 'Refund', key: `${key} refund` });
};

export const paidAnswers = definePlugin({
  name: 'answers',
  uses: ['ledger'],
  resources: [paidAnswer.resource({ path: 'answers/answer', actions: ['index'] })],
  routes: [
    { method: 'POST', url: '/answers/ask', realm: 'member', node: 'signed-in', handler: ask },
    { method: 'POST', url: '/admin/answers.answer/refund', node: 'answers/answer/index', handler: refund },
  ],
  start(given) {
    host = given;
  },
});
