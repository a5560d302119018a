import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Caller, Model, SqlValue } from '#resource';
import { mayRead } from '../fieldAccess.ts';
import { inList, whereOf } from '../query/condition.ts';
import type { RunQuery } from '../query/pairs.ts';
import { ruleOf } from '../query/rowRule.ts';
import type { TableContext } from '../query/scope.ts';
import { loadColumns, selectedColumn } from '../query/selectedColumn.ts';

/** Rows of trees that are remembered; each is known by its name and the row above it. */
const mostKnown = 100_000;
const deepest = 64;

interface Known {
  readonly pid: number | null;
  readonly title: unknown;
}

/** The ways to rows of trees, as far as the caller may see them. */
export class TreePaths {
  readonly #ctx: TableContext;
  readonly #run: RunQuery;
  readonly #caller: Caller;
  readonly #known = new LRUCache<string, Known>({ max: mostKnown });

  constructor(ctx: TableContext, run: RunQuery, caller: Caller) {
    this.#ctx = ctx;
    this.#run = run;
    this.#caller = caller;
  }

  /** Reads these rows of the tree and those above them; to be done before `path` is asked for. */
  async read(model: Model, ids: readonly number[]): Promise<void> {
    let wanted = ids;
    for (let level = 0; level < deepest; level += 1) {
      const missing = [...new Set(wanted)].filter((id) => !this.#known.has(keyOf(model, id)));
      const above = wanted.flatMap((id) => this.#known.get(keyOf(model, id))?.pid ?? []);
      if (missing.length === 0 && above.length === 0) return;
      wanted = [...above, ...(missing.length > 0 ? await this.#add(model, missing) : [])];
    }
  }

  /** What names the rows on the way to this one, itself at the end; nothing of a row that the caller does not see. */
  path(model: Model, id: number): unknown[] {
    const titles: unknown[] = [];
    let known = this.#known.get(keyOf(model, id));
    for (let level = 0; known && level < deepest; level += 1) {
      titles.unshift(known.title);
      known = known.pid === null ? undefined : this.#known.get(keyOf(model, known.pid));
    }
    return titles;
  }

  /** Remembers the rows and returns the ids of those above them. */
  async #add(model: Model, ids: readonly number[]): Promise<number[]> {
    const title = model.fields.get(model.title)!;
    const [own, pid] = [title, model.fields.get('pid')].map(
      (field) => field !== undefined && mayRead(this.#caller, model, field),
    );
    const columns = own
      ? [selectedColumn({ field: title, alias: 'o', language: this.#caller.language }, 'title', false)]
      : [];
    const selected = [
      sql`o.id`,
      pid ? sql`o.pid` : sql`NULL AS pid`,
      ...columns.map(({ value }) => sql`${value} AS title`),
    ];
    const rule = ruleOf(this.#ctx, this.#caller, model, 'read', 'o');
    const rows = await this.#run(sql<Readonly<Record<string, SqlValue>>>`
      SELECT ${sql.join(selected)} FROM ${sql.table(model.name)} AS o
      ${whereOf([inList(sql`o.id`, ids), ...(rule ? [rule] : [])])}`);
    for (const row of rows) {
      const known = { pid: row['pid'] ?? null, title: loadColumns(columns, row)[model.title] ?? row['id'] } as Known;
      this.#known.set(keyOf(model, Number(row['id'])), known);
    }
    return rows.flatMap(({ pid: above }) => (above === null || above === undefined ? [] : Number(above)));
  }
}

const keyOf = ({ name }: Model, id: number): string => `${name} ${id}`;
