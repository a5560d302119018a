// Run by `npm run bench` in a process of its own: our server over a data folder, on any free port.
import { join } from 'node:path';
import { modelOf } from '#resource';
import { createApp } from '../../src/server/app.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { readConfig } from '../../src/server/config/readConfig.ts';
import { benchTables } from './article.ts';

const config = readConfig(process.env, join(import.meta.dirname, '../..'));
const { models, plugins } = await loadResources(config.root);
const app = await createApp(config, {
  loaded: { models: [...models, ...benchTables.map(modelOf)], plugins, faults: [] },
});
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${address}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
