import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { definePlugin } from '#plugin';
import { divisions } from './divisions.ts';
import { marker } from './marker.ts';

const dataDir = resolve(import.meta.dirname, '../..', process.env['DATA_DIR']?.trim() || 'data');

/** Its tables are there once `npm run demo` has filled them; other installations do not see them. */
export default definePlugin({ name: 'demo', resources: existsSync(resolve(dataDir, marker)) ? divisions : [] });
