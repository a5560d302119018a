import { http } from '#web';
import type { CommandAnswer, CommandsAnswer, ConfigAnswer, PackageManager, RunAnswer } from '../../shared/protocol.ts';
import type { Params } from './commandText.ts';
import { terminal } from './store.ts';

const address = '/admin/Terminal';
const quiet = { quiet: true, allowDuplicate: true };

export const streamAddress = `${address}/index`;
export const outputAddress = (uuid: string): string => `/api${address}/output?uuid=${encodeURIComponent(uuid)}`;

/** What may be run here, and by whom it is asked; known from then on. */
export async function loadCommands(): Promise<readonly CommandAnswer[]> {
  const { commands, ready } = await http.get<CommandsAnswer>(`${address}/commands`, {}, quiet);
  terminal.setState({ commands, ready });
  return commands;
}

export async function loadConfig(): Promise<ConfigAnswer> {
  const config = await http.get<ConfigAnswer>(`${address}/config`, {}, quiet);
  const { manager, port, managers } = config;
  const isManagerMissing = managers.some(({ name, version }) => name === manager && version === null);
  terminal.setState({ packageManager: manager, port, isManagerMissing, isConfigKnown: true });
  return config;
}

export async function saveConfig(values: { manager?: PackageManager; port?: number | null }): Promise<void> {
  await http.post(`${address}/changeTerminalConfig`, values, { quiet: true, showSuccess: true });
  await loadConfig();
}

/** What the server still knows of these runs. */
export async function loadRuns(uuids: readonly string[]): Promise<readonly RunAnswer[]> {
  if (uuids.length === 0) return [];
  const { runs } = await http.post<{ runs: RunAnswer[] }>(`${address}/runs`, { uuids }, quiet);
  terminal.setState((state) => ({
    runs: { ...state.runs, ...Object.fromEntries(runs.map((run) => [run.uuid, run])) },
  }));
  return runs;
}

export const cancelRun = (uuid: string): Promise<unknown> => http.post(`${address}/cancel`, { uuid });

interface Confirmation {
  readonly command: string;
  readonly params: Params;
  readonly uuid: string;
  readonly password: string;
}
/** Shows who asks for a command that can do harm; the proof goes with the run. */
export const confirmRun = (confirmation: Confirmation): Promise<{ readonly proof: string }> =>
  http.post<{ proof: string }>(`${address}/confirm`, { ...confirmation }, { quiet: true });
