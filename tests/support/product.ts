import { existsSync } from 'node:fs';
import type { ServerPlugin } from '#plugin';
import { modelOf, type Resource } from '#resource';
import type { Loaded } from '../../src/server/loading/loadResources.ts';
import admin from '../../resources/admin.ts';
import adminGroup from '../../resources/adminGroup.ts';
import adminInvitation from '../../resources/adminInvitation.ts';
import adminLog from '../../resources/adminLog.ts';
import adminRule from '../../resources/adminRule.ts';
import failedJob from '../../resources/failedJob.ts';
import listStart from '../../resources/listStart.ts';
import preference from '../../resources/preference.ts';
import savedView from '../../resources/savedView.ts';
import schemaLog from '../../resources/schemaLog.ts';
import securityLog from '../../resources/securityLog.ts';

/** The product's own files in `resources/`, by name; what else stands there is an integrator's. */
const resources: Readonly<Record<string, Resource>> = {
  'admin.ts': admin,
  'adminGroup.ts': adminGroup,
  'adminInvitation.ts': adminInvitation,
  'adminLog.ts': adminLog,
  'adminRule.ts': adminRule,
  'failedJob.ts': failedJob,
  'listStart.ts': listStart,
  'preference.ts': preference,
  'savedView.ts': savedView,
  'schemaLog.ts': schemaLog,
  'securityLog.ts': securityLog,
};

export const productFiles: { readonly resources: readonly string[]; readonly plugins: readonly string[] } = {
  resources: Object.keys(resources),
  // Each can be taken away.
  plugins: ['chat', 'demo', 'member', 'project', 'terminal', 'upload'].filter((name) =>
    existsSync(new URL(`../../plugins/${name}`, import.meta.url)),
  ),
};

/** Its plugins, as many as are there, made anew: one that is in two applications would serve both for the one that it started in last. */
export const productPlugins = (): Promise<ServerPlugin[]> =>
  Promise.all(
    productFiles.plugins.map(async (name) => {
      const made = (await import(`../../plugins/${name}/server.ts`)) as {
        readonly default: ServerPlugin;
        readonly [name: string]: ServerPlugin | (() => ServerPlugin);
      };
      const make = made[name];
      return typeof make === 'function' ? make() : made.default;
    }),
  );

/** Its tables as their files declare them. */
export const productResources: readonly Resource[] = Object.values(resources);

/** The product without whatever an integrator has added; the demo has no tables until somebody loads it. */
export const product: Loaded = { models: Object.values(resources).map(modelOf), plugins: [], faults: [] };
