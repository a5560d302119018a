import { modelOf, type Caller, type Model, type Resource } from '#resource';
import { applySchema } from '../../src/server/database/applySchema.ts';
import type { Database } from '../../src/server/database/database.ts';
import { createGate, type GateParts } from '../../src/server/table/createGate.ts';
import type { Gate } from '../../src/server/table/gate.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';

export interface TestGate {
  readonly gate: Gate;
  readonly database: Database;
  model(name: string): Model;
}

/** The gate over these resources, their tables made in the database. */
export async function openGate(
  database: Database,
  resources: readonly Resource[],
  more: Pick<GateParts, 'exported'> = {},
): Promise<TestGate> {
  const models = resources.map(modelOf);
  await applySchema(database, tablesOf(models), () => {});
  const gate = createGate({
    database,
    models,
    translate: () => undefined,
    ...more,
    hashPassword: async (password) => `$argon2id$${password.length}`,
    log: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  return { gate, database, model: (name) => gate.models.get(name)! };
}

/** An administrator who owns these nodes, or every one. */
export function administrator(nodes: readonly string[] | 'all' = 'all', more: Partial<Caller> = {}): Caller {
  return {
    realm: 'admin',
    id: 7,
    username: 'ann',
    super: nodes === 'all',
    groups: [],
    below: { groups: [], admins: [] },
    rules: [],
    attributes: {} as Caller['attributes'],
    language: 'en',
    ip: '127.0.0.1',
    userAgent: 'test',
    may: (node) => nodes === 'all' || nodes.some((each) => each.toLowerCase() === node.toLowerCase()),
    ...more,
  };
}
