import { Invalid, type HookContext, type Json } from '#resource';
import { codeHash, newCode } from './codes.ts';

interface BatchValues {
  readonly name: string;
  readonly currency: 'money' | 'score';
  readonly money: string | null;
  readonly score: number | null;
  readonly count: number;
  readonly uses: number;
  readonly expires: number | null;
}

/** Adds a batch and its codes; only this answer has them, as a file with one a line. */
export async function makeBatch(values: BatchValues, { table, now }: HookContext): Promise<Json> {
  const { name, currency, count, uses, expires } = values;
  if (expires !== null && expires <= now) throw new Invalid({ expires: { key: 'ledgerServer:past' } });
  const worth = currency === 'money' ? { money: values.money } : { score: values.score };
  const { id } = await table('redeem_batch').add({ name, currency, ...worth, count, uses, expires });
  const made = Array.from({ length: count }, newCode);
  for (const code of made)
    await table('redeem_code').add({ batch_id: id, hash: codeHash(code)!, tail: code.slice(-4) });
  return { count, file: { name: `codes-${id}.txt`, text: made.map((code) => `${code}\r\n`).join('') } };
}
