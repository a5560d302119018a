import { loadResources } from '../../src/server/loading/loadResources.ts';
import { testConformance } from '../support/conformance/suite.ts';
import { root } from '../support/testConfig.ts';

// Every table in `resources/` and of the plugins, an integrator's too, is tested by being there.
testConformance(await loadResources(root));
