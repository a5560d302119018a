import { eachLanguage, nameInWords, textOf, type Json, type Language, type Model } from '#resource';
import type { SecurityLog } from '../security/securityLog.ts';
import type { RowListener } from '../table/write/transaction.ts';

/** Puts every change of settings into the security log, in the transaction that makes it; of secrets only that they changed. */
export const settingsEvents =
  (events: SecurityLog): RowListener =>
  async (tx, { caller, model, before = {}, after = {} }) => {
    const detail = Object.entries(after).map(([name, value]): [string, Json] => [
      name,
      model.fields.get(name)?.secret
        ? { before: '***', after: '***' }
        : { before: (before[name] ?? null) as Json, after: value as Json },
    ]);
    tx.after.push(
      await events.record(tx, {
        kind: 'settings',
        outcome: 'success',
        caller,
        target: `${model.name}: ${Object.keys(after).join(', ')}`,
        title: eachLanguage((language) => titleIn(model, Object.keys(after), language)),
        detail: Object.fromEntries(detail),
      }),
    );
  };

function titleIn({ label, fields }: Model, names: readonly string[], language: Language): string {
  const changed = names.map((name) => textOf(fields.get(name)?.label ?? nameInWords(name), language));
  return `${textOf(label, language)} › ${changed.join(' · ')}`;
}
