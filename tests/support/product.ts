import { modelOf } from '#resource';
import type { Loaded } from '../../src/server/loadResources.ts';
import admin from '../../resources/admin.ts';
import adminGroup from '../../resources/adminGroup.ts';
import adminLog from '../../resources/adminLog.ts';
import adminRule from '../../resources/adminRule.ts';
import securityLog from '../../resources/securityLog.ts';

/** Files in `resources/` and folders in `plugins/` that are the product's own; what else stands there is an integrator's. */
export const productFiles = {
  resources: ['admin.ts', 'adminGroup.ts', 'adminLog.ts', 'adminRule.ts', 'securityLog.ts'],
  plugins: ['demo'],
} as const;

/** The product without whatever an integrator has added; the demo has no tables until somebody loads it. */
export const product: Loaded = {
  models: [admin, adminGroup, adminLog, adminRule, securityLog].map(modelOf),
  plugins: [],
  faults: [],
};
