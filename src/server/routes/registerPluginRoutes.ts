import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { checkRoute, nearest, suggestion } from '#resource';
import type { PluginRoute } from '#plugin';
import { pluginOwner } from '../fence/owner.ts';
import { wholeAddress, type UsedRoute } from '../http/registerRoutes.ts';
import { realmAt, type Realm } from '../realms/realm.ts';
import { pluginRoute, type OwnedRoute, type PluginRouteParts } from './pluginRoute.ts';

/** Realms that a plugin is known to bring, one day. */
const expected = ['member'];

export interface RegisterParts extends PluginRouteParts {
  /** Routes of the server itself. */
  readonly taken: readonly UsedRoute[];
  /** Permission nodes that administrators can be given, in small letters. */
  readonly nodes: ReadonlySet<string>;
  /** Whether a table answers below this name: `content.article`. */
  isController(name: string): boolean;
  /** A sentence about a route of the plugin, with the file where it stands. */
  faultOf(owned: OwnedRoute, message: string): string;
  /** Called for a route that waits for its realm. */
  waits(owned: OwnedRoute): void;
}

/** Makes the routes of plugins answer. Those that cannot be used are named in a sentence each; the others go on. */
export async function registerPluginRoutes(
  app: FastifyInstance,
  routes: readonly OwnedRoute[],
  parts: RegisterParts,
): Promise<{ used: UsedRoute[]; faults: string[] }> {
  const owners = new Map(parts.taken.map((each) => [keyOf(each), 'the server itself']));
  const used: UsedRoute[] = [];
  const faults: string[] = [];
  for (const owned of routes) {
    try {
      const { route } = owned;
      checkRoute(route);
      const realm = realmOf(route, parts.realms);
      if (realm === 'waits') {
        parts.waits(owned);
        continue;
      }
      const one = { method: route.method, address: route.root ? route.url : wholeAddress(route.url) };
      assertFree(one, owners, parts);
      await add(app, one, owned, realm, parts);
      owners.set(keyOf(one), pluginOwner(owned.plugin));
      used.push(one);
      // It answers super administrators, who may do everything.
      const stray = realm?.name === 'admin' ? strayNode(route, parts.nodes) : undefined;
      if (stray !== undefined) faults.push(parts.faultOf(owned, stray));
    } catch (error) {
      faults.push(parts.faultOf(owned, (error as Error).message));
    }
  }
  return { used, faults };
}

/** What is wrong with a permission that no table, menu or page declares. */
function strayNode({ node }: PluginRoute, nodes: ReadonlySet<string>): string | undefined {
  if (node === 'everyone' || node === 'signed-in' || nodes.has(node.toLowerCase())) return undefined;
  const meant = nearest(node.toLowerCase(), nodes);
  const advice = meant === undefined ? 'Declare it in "menu" of the plugin.' : `Did you mean "${meant}"?`;
  return `node: no group can be given "${node}", which no table or menu declares. ${advice}`;
}

/** Two addresses with one key cannot be told apart. */
const keyOf = ({ method, address }: UsedRoute): string => `${method} ${shapeOf(address)}`;
const shapeOf = (address: string): string => address.toLowerCase().replaceAll(/:\w+/g, ':');

function realmOf(
  { url, root, realm: name, realmOptional, node, bearer }: PluginRoute,
  realms: readonly Realm[],
): Realm | 'waits' | undefined {
  if (name !== undefined) {
    const names = [...realms.map((realm) => realm.name), ...expected];
    const found = realms.find((realm) => realm.name === name);
    if (found) return found;
    if (!expected.includes(name) && nearest(name, names) !== undefined)
      throw new Error(`realm: there is no "${name}". ${suggestion(name, names)}`);
    return realmOptional ? undefined : 'waits';
  }
  const found = root ? undefined : realmAt(realms, url);
  if (!found && node !== 'everyone' && !bearer)
    throw new Error(
      `its address is below none of ${realms.map(({ base }) => base).join(', ')}, so nobody can be signed in there. Say whose tokens count, such as realm: 'member', or open it to "everyone".`,
    );
  return found;
}

function assertFree(
  one: UsedRoute,
  owners: ReadonlyMap<string, string>,
  { realms, isController }: RegisterParts,
): void {
  const owner = owners.get(keyOf(one));
  if (owner !== undefined) throw new Error(`${one.method} ${one.address} is taken by ${owner}. Use another address.`);
  const [, , base, controller = '', action, ...more] = one.address.split('/');
  const isTable = realms.some((realm) => `/${base?.toLowerCase()}` === realm.base) && more.length === 0;
  if (
    isTable &&
    isController(controller) &&
    owners.has(`${one.method} /api/${base!.toLowerCase()}/:/${action?.toLowerCase()}`)
  )
    throw new Error(
      `${one.method} ${one.address} is taken by the table "${controller.replaceAll('.', '/')}". Use another address.`,
    );
  const first = `/${one.address.split('/')[1]!.toLowerCase()}`;
  const realm = realms.find(({ base: own }) => own === first);
  if (realm)
    throw new Error(`url "${one.address}": ${first} is where the pages of "${realm.name}" are. Use another word.`);
}

/** What reads its body by itself stands apart: nothing else may take bodies of those types. */
async function add(
  app: FastifyInstance,
  { method, address: url }: UsedRoute,
  owned: OwnedRoute,
  realm: Realm | undefined,
  parts: PluginRouteParts,
): Promise<void> {
  const options = { ...pluginRoute(owned, realm, parts), method, url };
  const as = owned.route.body?.as ?? 'json';
  if (as === 'json') {
    app.route(options);
    return;
  }
  let failure: unknown;
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    if (as === 'multipart') await own.register(multipart);
    else own.addContentTypeParser('*', (_request, _body, done) => done(null));
    try {
      own.route(options);
    } catch (error) {
      failure = error;
    }
  });
  if (failure) throw failure;
}
