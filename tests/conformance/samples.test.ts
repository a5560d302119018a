import { join } from 'node:path';
import { modelOf } from '#resource';
import { loadResources } from '../../src/server/loadResources.ts';
import orders from '../examples/rules.ts';
import { testConformance } from '../support/conformance/suite.ts';
import { product } from '../support/product.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { describe } from 'vitest';

describe('the hostile tables of the tests', () => {
  testConformance({ ...product, models: [...product.models, ...sampleTables.map(modelOf)] });
});

const examples = await loadResources(join(import.meta.dirname, '../examples'));
describe('the examples of the README', () => {
  testConformance({
    models: [...product.models, ...examples.models, modelOf(orders)],
    plugins: examples.plugins,
    faults: examples.faults,
  });
});
