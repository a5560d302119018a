import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Invalid, type Message } from '#resource';
import type { PluginRequest, PluginRoute } from '#plugin';
import {
  defaultManager,
  defaultPort,
  packageManagers,
  type ConfigAnswer,
  type PackageManager,
} from '../shared/protocol.ts';
import { cleanEnvironment, findProgram, projectFolder } from './environment.ts';
import { nodes } from './nodes.ts';
import type { TerminalParts } from './parts.ts';

/** A file, as the protocol has it (§6), in the plugin's storage. */
const configKey = 'config.json';
type Config = Pick<ConfigAnswer, 'manager' | 'port'>;
/** Until somebody says otherwise the server is meant; under `npm run dev` pages come by a port before it. */
const defaults = (): Config => ({
  manager: defaultManager,
  port: Number(process.env['DEV_PORT'] || process.env['PORT']) || defaultPort,
});
/** Milliseconds: for a program to say its version, and for which that is remembered. */
const [patience, remembered] = [60_000, 60_000];

export function configRoutes(parts: TerminalParts): PluginRoute[] {
  let known: { readonly at: number; readonly managers: Promise<ConfigAnswer['managers']> } | undefined;
  const managers = (): Promise<ConfigAnswer['managers']> => {
    if (!known || known.at + remembered < performance.now()) known = { at: performance.now(), managers: versions() };
    return known.managers;
  };
  return [
    {
      method: 'GET',
      url: '/admin/Terminal/config',
      node: nodes.use,
      handler: async (): Promise<ConfigAnswer> => ({ ...(await readConfig(parts)), managers: await managers() }),
    },
    // The second is where the protocol has it (§2.4).
    ...['Terminal', 'ajax'].map((controller): PluginRoute => ({
      method: 'POST',
      url: `/admin/${controller}/changeTerminalConfig`,
      node: nodes.build,
      title: { 'zh-cn': '终端-修改设置', en: 'Terminal-Change the settings' },
      handler: (request) => change(parts, request),
    })),
  ];
}

const readConfig = async (parts: TerminalParts): Promise<Config> => ({ ...defaults(), ...(await storedConfig(parts)) });

/** What somebody has chosen; the rest follows the defaults of now. */
async function storedConfig({ host }: TerminalParts): Promise<Partial<Config>> {
  const stored = await host.storage.get(configKey);
  if (!stored) return {};
  const { manager, port } = JSON.parse(await text(stored.body)) as Partial<Config>;
  return { ...(manager && { manager }), ...(port !== undefined && { port }) };
}

async function change(parts: TerminalParts, { caller, body }: PluginRequest): Promise<Config> {
  const { manager, port } = body;
  const errors: Record<string, Message> = {};
  if (manager !== undefined && !packageManagers.some((each) => each === manager))
    errors['manager'] = { key: 'terminalServer:refusal.manager', params: { known: packageManagers.join(', ') } };
  const isPort =
    (typeof port === 'number' || typeof port === 'string') &&
    /^\d{1,5}$/.test(String(port)) &&
    Number(port) >= 1 &&
    Number(port) <= 65_535;
  const isUnset = port === null || port === '';
  if (port !== undefined && !isPort && !isUnset) errors['port'] = { key: 'terminalServer:refusal.port' };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const { port: storedPort, ...stored } = await storedConfig(parts);
  const nextPort = isUnset ? undefined : Number(port ?? storedPort);
  const config: Partial<Config> = {
    ...stored,
    ...(manager !== undefined && { manager: manager as PackageManager }),
    ...(nextPort && { port: nextPort }),
  };
  const bytes = Readable.from([Buffer.from(JSON.stringify(config))]);
  await parts.host.storage.put(configKey, bytes, { limit: 10_000, replace: true });
  parts.host.securityLog({
    caller,
    outcome: 'success',
    target: 'settings',
    title: { 'zh-cn': '终端设置', en: 'Terminal settings' },
    detail: { ...config },
  });
  return { ...defaults(), ...config };
}

const versions = (): Promise<ConfigAnswer['managers']> =>
  Promise.all(packageManagers.map(async (name) => ({ name, version: await versionOf(name) })));

/** Null when it is not installed, or does not say. */
function versionOf(name: PackageManager): Promise<string | null> {
  const file = findProgram(name, projectFolder, process.env);
  if (file === undefined) return Promise.resolve(null);
  return new Promise((resolve) => {
    const child = spawn(file, ['--version'], {
      cwd: projectFolder,
      env: cleanEnvironment(process.env, { mark: name, language: 'en' }),
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: patience,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (said = (said + part).slice(0, 100)));
    child.once('error', () => resolve(null));
    child.once('close', () => resolve(/^\d[\w.+-]*/.exec(said.trim())?.[0] ?? null));
  });
}
