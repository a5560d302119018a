import { sql } from 'kysely';
import type { Model } from '#resource';
import type { Database } from '../../src/server/database/database.ts';
import { createGate, system } from '../../src/server/table/createGate.ts';

const customers = ['山海文具', '北辰书店', '青禾小学', '云间咖啡', '南风设计', '知行图书馆'] as const;
const cities = ['杭州市', '苏州市', '广州市', '成都市', '西安市', '武汉市'] as const;
const products = [
  ['笔记本 A5', '12.50'],
  ['中性笔 0.5', '2.80'],
  ['文件夹', '6.00'],
  ['便利贴', '4.20'],
  ['订书机', '18.90'],
  ['马克笔 12 色', '32.00'],
  ['白板', '159.00'],
] as const;
const states = ['paid', 'paid', 'shipped', 'open'] as const;
const count = 24;

/**
 * Adds the orders that are not there yet, each with its lines, through the gate that people's own go through. A run that was
 * killed is continued where it stopped.
 */
export async function fillOrders(database: Database, models: readonly Model[]): Promise<void> {
  const { rows: there } = await sql<{ n: number }>`SELECT count(*) AS n FROM demo_order`.execute(database.read);
  const done = Number(there[0]!.n);
  const { rows: found } = await sql<{ id: number; name: string }>`
    SELECT min(id) AS id, name FROM demo_city WHERE name IN (${sql.join(cities)}) GROUP BY name`.execute(database.read);
  const cityIds = new Map(found.map(({ id, name }) => [name, Number(id)]));
  const gate = createGate({
    database,
    models,
    translate: () => undefined,
    hashPassword: async (password) => password,
    log: (message, error) => console.error(message, error),
  });
  const model = gate.modelAt('demo.order')!;
  const year = new Date().getUTCFullYear();
  for (let at = done; at < count; at += 1) {
    const day = new Date(Date.UTC(year, 0, 4 + at * 9)).toISOString().slice(0, 10);
    const lines = Array.from({ length: 1 + (at % 5) }, (_, place) => {
      const [product, price] = products[(at + place * 2) % products.length]!;
      return { product, price, quantity: 1 + ((at * 3 + place * 5) % 12) };
    });
    await gate.add(system, model, {
      number: `DD${year}-${String(at + 1).padStart(4, '0')}`,
      customer: customers[at % customers.length],
      city_id: cityIds.get(cities[(at * 5) % cities.length]!),
      ordered_on: day,
      state: states[Math.floor((at * states.length) / count)],
      lines: { demo_order_line: { save: lines } },
    });
  }
}
