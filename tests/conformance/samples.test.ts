import { join } from 'node:path';
import { describe } from 'vitest';
import { f, modelOf, table } from '#resource';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import orders from '../examples/order.ts';
import { testConformance } from '../support/conformance/suite.ts';
import { product } from '../support/product.ts';
import { sampleTables } from '../support/sampleTables.ts';

// One for each row of another table, fields that a form shows and the server keeps, and a table that refers to such rows.
const lanyard = table('lanyard', {
  account_id: f.belongsTo('account', { required: true, unique: true }),
  spare_id: f.belongsTo('account', { unique: true }),
  color: f.text({ required: true }),
  worn: f.int({ readonly: true }),
  length: f.computed<number>({ sql: 'LENGTH(color)' }),
});
const badge = table('badge', { lanyard_id: f.belongsTo('lanyard', { required: true }), name: f.text() });
declare module '#resource' {
  interface Tables {
    lanyard: typeof lanyard;
    badge: typeof badge;
  }
}
const lanyards = [
  lanyard.resource({ path: 'auth/lanyard', form: { layout: ['account_id', ['color', 'worn'], 'spare_id', 'length'] } }),
  badge.resource({ path: 'auth/badge' }),
];
const hostile = [...sampleTables, ...lanyards].map(modelOf);
describe('the hostile tables of the tests', () => {
  testConformance({ ...product, models: [...product.models, ...hostile] }, hostile);
});

const { models, plugins, faults } = await loadResources(join(import.meta.dirname, '../examples'));
const examples = [...models, modelOf(orders)];
describe('the examples of the README', () => {
  testConformance({ models: [...product.models, ...examples], plugins, faults }, examples);
});
