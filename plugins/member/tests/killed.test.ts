import { spendsAndKills } from './spendsAndKills.ts';

// Fifty times in `npm run prove`.
spendsAndKills(2);
