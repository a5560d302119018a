import { join } from 'node:path';
import { describe } from 'vitest';
import { modelOf } from '#resource';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import orders from '../examples/order.ts';
import { testConformance } from '../support/conformance/suite.ts';
import { product } from '../support/product.ts';
import { sampleTables } from '../support/sampleTables.ts';

const hostile = sampleTables.map(modelOf);
describe('the hostile tables of the tests', () => {
  testConformance({ ...product, models: [...product.models, ...hostile] }, hostile);
});

const { models, plugins, faults } = await loadResources(join(import.meta.dirname, '../examples'));
const examples = [...models, modelOf(orders)];
describe('the examples of the README', () => {
  testConformance({ models: [...product.models, ...examples], plugins, faults }, examples);
});
