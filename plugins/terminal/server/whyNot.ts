import type { Message } from '#resource';
import type { Command, PluginHost } from '#plugin';

/** Why the command cannot be run here; undefined when it can. */
export async function whyNot(host: PluginHost, command: Command): Promise<Message | undefined> {
  if (command.development && !(await allowsDevelopment(host))) return { key: 'terminalServer:refusal.development' };
  return command.unavailable?.();
}

async function allowsDevelopment(host: PluginHost): Promise<boolean> {
  if (process.env['NODE_ENV'] !== 'production') return true;
  return (await host.settings('terminal')).terminal_development === 1;
}
