import { spendsAndKills } from './spendsAndKills.ts';

spendsAndKills(50);
