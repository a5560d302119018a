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

/**
 * Gives each plugin its own `#web`, so that whatever it registers carries its name, and that knows its texts: they are
 * listed with its own code, and not in the first script.
 */
export function pluginHost(root: string): Plugin {
  const extend = JSON.stringify(join(root, 'src/web/plugins/extend.ts'));
  const i18n = JSON.stringify(join(root, 'src/web/settings/i18n.ts'));
  return {
    name: 'plugin-host',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '#web' || !importer) return null;
      const [folder, plugin] = relative(root, importer).split(sep);
      return folder === 'plugins' && plugin ? prefix + plugin : null;
    },
    /** A message file that comes or goes is listed anew. */
    configureServer({ watcher, moduleGraph }) {
      const renew = (file: string): void => {
        const [folder, plugin, kind] = relative(root, file).split(sep);
        const host = moduleGraph.getModuleById(prefix + plugin);
        if (folder === 'plugins' && kind === 'locales' && host) moduleGraph.invalidateModule(host);
      };
      watcher.on('add', renew).on('unlink', renew);
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const plugin = id.slice(prefix.length);
      const found = globSync(`plugins/${plugin}/locales/*/*.json`, { cwd: root });
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
