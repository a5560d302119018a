import { kindOf, parseField, type Json } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';
import type { WantedRule } from './syncRules.ts';

/** Keys whose values nobody may read in a log (protocol §2.5). */
const secret = /passw|salt|token|secret|captcha/i;
/** Calls that change nothing but a session (protocol §2.5). */
const unnoted = /\/(?:select|index|logout)$/i;
/** Characters of a body that are kept. */
const longestData = 20_000;

/** Notes what administrators change. */
export interface Audit {
  note(route: Route, request: RouteRequest): void;
}

/** Entries are written behind the answer; one that cannot be is logged. `secrets` are names of fields that nobody may read. */
export function createAudit(gate: Gate, made: ReadonlyMap<string, WantedRule>, secrets: ReadonlySet<string>, log: (message: string, error: unknown) => void): Audit {
  return {
    note({ method, url }, { params, query, body, caller }) {
      const address = url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
      if (method === 'GET' || caller.realm !== 'admin' || unnoted.test(address)) return;
      const values = {
        admin_id: caller.id, username: caller.username, title: titleOf(address, made), url: address.slice(0, 1500),
        data: masked({ ...query, ...body }, secrets), ip: caller.ip.slice(0, 50), useragent: caller.userAgent,
      };
      gate.rows('admin_log').add(values).catch((error: unknown) => log('an entry of the administrators\' log could not be written', error));
    },
  };
}

/** `菜单-操作`, from the rules of the controller and its action. */
function titleOf(address: string, made: ReadonlyMap<string, WantedRule>): string {
  const [, , controller = '', action = ''] = address.split('/');
  const path = controller.replaceAll('.', '/').toLowerCase();
  const text = (name: string): string | undefined => {
    const label = made.get(name)?.label;
    return typeof label === 'object' ? label['zh-cn'] : label;
  };
  return [text(path) ?? controller, text(`${path}/${action.toLowerCase()}`) ?? action].filter(Boolean).join('-').slice(0, 255);
}

/** What was sent, without secrets; as text where it cannot be kept as it is. */
function masked(data: Readonly<Record<string, unknown>>, secrets: ReadonlySet<string>): Json {
  const text = JSON.stringify(data, (key, value: unknown) => (key !== '' && (secret.test(key) || secrets.has(key)) ? '***' : value));
  const kept = text.length > longestData ? undefined : parseField(kindOf('json'), {}, JSON.parse(text));
  // JSON text writes NUL and halves of characters as escapes, which any database keeps; the cut itself may make such a half.
  return kept && 'value' in kept ? (kept.value as Json) : { cut: text.slice(0, longestData).toWellFormed() };
}
