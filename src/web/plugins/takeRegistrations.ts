import { bringTableParts } from './forTables.ts';
import { tableParts } from './tableParts.ts';

/** Lets lists and forms have what plugins have registered for them, and will: called where their code begins. */
export const takeRegistrations = (): void => bringTableParts(tableParts);
