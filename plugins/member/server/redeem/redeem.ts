import type { PluginPart, PluginRequest } from '#plugin';
import { Invalid, textOf, type Caller } from '#resource';
import type { BookParts } from '../ledger/bookParts.ts';
import { codeHash } from './codes.ts';
import { redeemResources } from './redeemRows.ts';

export const redeemMemo = { 'zh-cn': '兑换码', en: 'Redeem code' };
/** Tries of one member in an hour. */
const tries = 30;

export const redeemPart = (parts: BookParts): PluginPart => ({
  resources: redeemResources,
  routes: [
    {
      method: 'POST',
      url: '/account/redeem',
      realm: 'member',
      node: 'account/integral/redeem',
      rateLimit: { max: tries, timeWindow: 3_600_000 },
      handler: (request) => redeem(parts, request),
    },
  ],
});

const refused = (key: string): Invalid => new Invalid({ code: { key: `ledgerServer:${key}` } });

/** Gives what a code is worth: as often as its batch says, and to nobody twice. */
async function redeem({ host, ledger }: BookParts, { caller, body }: PluginRequest) {
  const hash = codeHash(body['code']);
  if (hash === undefined) throw refused('codeWrong');
  return host.transaction(caller, async (transaction) => {
    const codes = transaction.rows('redeem_code', host.system);
    const [found] = await codes.list({ hash } as never, { limit: 1 });
    if (!found) throw refused('codeWrong');
    // Of many who come at once, one after the other.
    const code = await codes.lock(found.id);
    const batch = (await transaction.rows('redeem_batch', host.system).get(code.batch_id))!;
    if (batch.status !== 1) throw refused('codeWrong');
    if (batch.expires !== null && batch.expires <= transaction.now) throw refused('codeExpired');
    const uses = transaction.rows('redeem_use', host.system);
    const key = `${code.id} ${caller.id}`;
    if ((code.used ?? 0) >= (batch.uses ?? 1) || (await uses.count({ key })) > 0) throw refused('codeUsed');
    await codes.increment(code.id, { used: 1 });
    await transaction.rows('redeem_batch', host.system).increment(batch.id, { used: 1 });
    await uses.add({ batch_id: batch.id, code_id: code.id, user_id: caller.id, key });
    const currency = batch.currency as 'money' | 'score';
    const amount = batch[currency]!;
    await ledger.adjust(
      { ...aboutCode(caller, code.tail), currency, amount, key: `member.redeem ${key}` },
      transaction,
    );
    const { money, score } = await ledger.balance(caller.id, transaction);
    return { points: batch.score ?? 0, money: batch.money ?? '0.00', score, balance: money };
  });
}

const aboutCode = ({ id: user, language }: Caller, tail: string) => ({
  user,
  memo: textOf(redeemMemo, language),
  reason: 'redeem',
  reference: `code …${tail}`,
});
