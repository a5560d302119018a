import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const prefix = '\0plugin-host:';
/** What of `#web` knows which plugin calls it (src/web/plugins/extend.ts). */
const bound = [
  'definePlugin',
  'openPanel',
  'registerAccountEntry',
  'registerDashboardWidget',
  'registerEmptyNote',
  'registerField',
  'registerFileUpload',
  'registerFormSection',
  'registerHeaderEntry',
  'registerListView',
  'registerPage',
  'registerPanel',
  'registerPublicPage',
  'registerRealm',
  'registerRealmPage',
  'registerRenderer',
  'registerShortcut',
  'registerTableField',
  'registerTrait',
];

const textsOf = (plugin: string): string => `plugins/${plugin}/locales/*/*.json`;

/**
 * Gives each plugin its own `#web`, so that whatever it registers carries its name, and that knows its texts: they are
 * listed with its own code, and not in the first script.
 */
export function pluginHost(root: string): Plugin {
  const extend = JSON.stringify(join(root, 'src/web/plugins/extend.ts'));
  const pluginList = join(root, 'src/web/plugins/loadPlugins.ts');
  /** The module at this address that names files, and which. */
  const listAt = (url: string): readonly [string, string] | undefined => {
    const plugin = /plugin-host:([\w-]+)/.exec(url)?.[1];
    if (plugin !== undefined) return [prefix + plugin, textsOf(plugin)];
    return url.startsWith('/plugins/loadPlugins.ts') ? [pluginList, 'plugins/*/web.tsx'] : undefined;
  };
  const i18n = JSON.stringify(join(root, 'src/web/settings/i18n.ts'));
  return {
    name: 'plugin-host',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '#web' || !importer) return null;
      const [folder, plugin] = relative(root, importer).split(sep);
      return folder === 'plugins' && plugin ? prefix + plugin : null;
    },
    /** Watchers may miss files that come or go with their folder: whoever asks is told which there are now. */
    configureServer({ middlewares, moduleGraph }) {
      const listed = new Map<string, string>();
      middlewares.use(({ url = '' }, _response, next) => {
        const list = listAt(url);
        if (!list) return next();
        const [id, pattern] = list;
        const module = moduleGraph.getModuleById(id);
        const files = globSync(pattern, { cwd: root }).toSorted().join();
        if (module && listed.get(id) !== files) {
          listed.set(id, files);
          moduleGraph.invalidateModule(module);
        }
        next();
      });
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const plugin = id.slice(prefix.length);
      const found = globSync(textsOf(plugin), { cwd: root });
      // Those that only the server speaks are left out.
      const texts = found
        .filter((file) => !file.endsWith('Server.json'))
        .map((found) => {
          const file = JSON.stringify(join(root, found));
          return `${JSON.stringify(found.replaceAll(sep, '/'))}: () => import(${file}).then((texts) => texts.default)`;
        });
      return [
        `import { webOf } from ${extend};`,
        `import { addTextFiles } from ${i18n};`,
        `export * from ${extend};`,
        `export const { ${bound.join(', ')} } = webOf(${JSON.stringify(plugin)});`,
        `addTextFiles({ ${texts.toSorted().join(', ')} });`,
      ].join('\n');
    },
  };
}
