import { definePlugin, type PluginHost, type ServerPlugin } from '#plugin';
import { commandsOf } from './server/commands.ts';
import { configRoutes } from './server/config.ts';
import { LiveViews } from './server/liveViews.ts';
import { menu } from './server/nodes.ts';
import type { TerminalParts } from './server/parts.ts';
import { runRoutes } from './server/routes.ts';
import { Runs, type RunOptions } from './server/runs.ts';
import { runResource } from './server/runTable.ts';
import { terminalGroup } from './server/settings.ts';
import { streamRoutes } from './server/stream.ts';
import { forgetRuns } from './server/forgetRuns.ts';

/** The plugin for one application; two in one process share nothing. */
export function terminal(options: RunOptions = {}): ServerPlugin {
  let started: PluginHost | undefined;
  const parts: TerminalParts = {
    get host() {
      if (!started) throw new Error('The terminal plugin has not been started.');
      return started;
    },
  };
  const runs = new Runs(parts, options);
  const live = new LiveViews();
  return definePlugin({
    name: 'terminal',
    label: { 'zh-cn': '终端', en: 'Terminal' },
    description: {
      'zh-cn': '在浏览器中运行项目命令并实时查看输出。',
      en: "Run the project's commands from the browser and watch their output live.",
    },
    icon: 'fa fa-terminal',
    resources: [runResource],
    menu,
    settings: [terminalGroup],
    commands: commandsOf(parts),
    routes: [...streamRoutes(parts, runs, live), ...runRoutes(parts, runs), ...configRoutes(parts)],
    jobs: [forgetRuns(runs)],
    async start(host) {
      started = host;
      await host.subscribe('terminal.cancel', ({ uuid }) => runs.cancelHere(uuid));
      await host.subscribe('terminal.live-wanted', ({ uuid }) => runs.tellLive(uuid));
      await live.listen(host);
      await host.subscribe('before-stop', () => runs.stop());
      await runs.start();
    },
    stop: () => runs.stop(),
  });
}

export default terminal();
