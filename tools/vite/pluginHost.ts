import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const prefix = '\0plugin-host:';
/** What of `#web` knows which plugin calls it (src/web/plugins/extend.ts). */
const bound = [
  'definePlugin',
  'openPanel',
  'registerAccountEntry',
  'registerDashboardWidget',
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
  'registerTableField',
];

/** Gives each plugin its own `#web`, so that whatever it registers carries its name. */
export function pluginHost(root: string): Plugin {
  const extend = join(root, 'src/web/plugins/extend.ts');
  return {
    name: 'plugin-host',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '#web' || !importer) return null;
      const [folder, plugin] = relative(root, importer).split(sep);
      return folder === 'plugins' && plugin ? prefix + plugin : null;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = JSON.stringify(extend);
      const plugin = JSON.stringify(id.slice(prefix.length));
      return `import { webOf } from ${file};\nexport * from ${file};\nexport const { ${bound.join(', ')} } = webOf(${plugin});\n`;
    },
  };
}
