import { suggestion, type Model } from '#resource';
import type { PluginRealm, RealmRights, ServerPlugin } from '#plugin';

const columns = ['username', 'password', 'session_number', 'last_login_time', 'last_login_ip'];
/** Where addresses of the server itself begin: calls for everyone, and files. */
const ownBases = new Set(['/api', '/assets', '/common', '/config']);
/** Headers that browsers and proxies send by themselves, or that mean something to the server: none of them shows who asks. */
const ownHeaders = new Set(
  (
    'cache-control cookie cookie2 date dnt expect forwarded from host idempotency-key origin pragma priority age range ' +
    'referer server te think-lang trailer user-agent via'
  ).split(' '),
);
/** And all that begin with one of these words. */
const ownFamilies =
  'accept access-control connection content if keep-alive proxy sec transfer upgrade x-forwarded x-real x-request'.split(
    ' ',
  );
const isOwnHeader = (name: string): boolean =>
  ownHeaders.has(name) || ownFamilies.some((family) => name === family || name.startsWith(`${family}-`));

/** Sorts out realms that cannot be: which contradict themselves or one before them, each named in a sentence. */
export function usableRealms(
  plugins: readonly Pick<ServerPlugin, 'name' | 'realms'>[],
  own: readonly PluginRealm[],
  models: readonly Model[],
): { realms: readonly PluginRealm[]; faults: readonly string[] } {
  const [realms, faults]: [PluginRealm[], string[]] = [[], []];
  for (const { name, realms: declared = [] } of plugins)
    for (const realm of declared) {
      const fault = faultOf(realm, [...own, ...realms], models);
      if (fault === undefined) realms.push(realm);
      else faults.push(`plugin ${name}: realm "${realm.name}": ${fault}`);
    }
  return { realms, faults };
}

function faultOf(realm: PluginRealm, others: readonly PluginRealm[], models: readonly Model[]): string | undefined {
  const { name, base, tokenHeader, accounts } = realm;
  if (!/^[a-z][a-z0-9_]{0,19}$/.test(name) || ['visitor', 'system'].includes(name))
    return 'its name must be a word in small letters, and neither "visitor" nor "system".';
  if (!/^\/[a-z][a-z0-9_-]*$/.test(base))
    return `base "${base}" must be one segment in small letters, such as "/${name}".`;
  if (ownBases.has(base)) return `base "${base}" is one of the server itself.`;
  if (!/^[a-z][a-z0-9-]+$/.test(tokenHeader)) return `tokenHeader "${tokenHeader}" must be a header in small letters.`;
  if (isOwnHeader(tokenHeader))
    return `tokenHeader "${tokenHeader}" is a header of browsers, proxies or the server itself.`;
  const same = others.find((other) => other.name === name || other.base === base || other.tokenHeader === tokenHeader);
  if (same) return `"${same.name}" has the same name, base or tokenHeader already; choose others.`;
  for (const address of [realm.signIn, realm.signOut, realm.start])
    if (address !== undefined && !address.startsWith(`${base}/`))
      return `the address "${address}" must be below ${base}.`;
  const model = models.find((each) => each.name === accounts);
  if (!model) return `there is no table "${accounts}" for its accounts.`;
  const missing = columns.find((column) => !model.fields.get(column)?.column);
  if (missing !== undefined) return `its table "${accounts}" has no column "${missing}".`;
  if (!model.fields.get('password')!.secret) return `the "password" of its table "${accounts}" must be secret.`;
  const mark = model.fields.get('two_step');
  if (realm.twoStep !== undefined && (!mark || mark.kind.empty !== 0 || !mark.readonly))
    return `twoStep: its table "${accounts}" needs "two_step", a readonly f.bool.`;
  if (realm.twoStep !== undefined && !/^\/[\w./-]+$/.test(realm.twoStep))
    return `twoStep "${realm.twoStep}" must be an address such as "${base}/twoStep".`;
  const status = model.fields.get('status');
  // Nothing said is 0 for switches alone.
  if (status && status.kind.empty !== 0)
    return `the "status" of its table "${accounts}" must be an f.bool: only 0 closes an account.`;
  return realm.rights && faultOfRights(realm.rights, model, models);
}

/** What the server reads and writes of rules. */
const ruleColumns =
  'pid title type name path icon menu_type url component extend remark status weigh made_title made_title_en gone'.split(
    ' ',
  );
const groupColumns = ['status', 'is_super'];

function faultOfRights(
  { groups, rules, of }: RealmRights,
  accounts: Model,
  models: readonly Model[],
): string | undefined {
  const tables = new Map<string, Model>(models.map((model) => [model.name, model]));
  for (const [option, table, wanted] of [
    ['groups', groups, groupColumns],
    ['rules', rules, ruleColumns],
  ] as const) {
    const model = tables.get(table);
    if (!model) return `rights.${option}: there is no table "${table}". ${suggestion(table, [...tables.keys()])}`;
    const missing = wanted.find((column) => !model.fields.get(column)?.column);
    if (missing !== undefined) return `rights.${option}: the table "${table}" has no column "${missing}".`;
  }
  const owned = tables.get(groups)!.fields.get('rule_ids');
  if (owned?.kind.relation !== 'many' || owned.to !== rules)
    return `rights.groups: "rule_ids" of the table "${groups}" must be an f.belongsToMany of "${rules}".`;
  if (accounts.fields.get(of)?.to !== groups)
    return `rights.of: "${of}" of the table "${accounts.name}" must be an f.belongsTo or f.belongsToMany of "${groups}".`;
  return undefined;
}
