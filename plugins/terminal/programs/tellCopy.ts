import { markName } from '../server/mark.ts';
import { quotedName, quotedText } from './postgres.ts';

/** A database that programs ask by SQL: one value a line. */
export interface Asked {
  readonly dialect: 'sqlite' | 'postgres';
  ask(statement: string): Promise<string>;
}

interface Restore {
  /** The backup, and where the present database will be kept. */
  readonly file: string;
  readonly kept: string;
}

const [runs, log, command] = ['terminal_run', 'security_log', 'restore'];
type Value = string | number | null;
const literal = (value: Value): string => (typeof value === 'string' ? quotedText(value) : String(value));

/**
 * Tells the copy that lies ready what it cannot know: how the runs have ended in the middle of which it was made, and who has
 * restored it, of which the database of now would be the only witness.
 */
export async function tellCopy(copy: Asked, present: Asked | undefined, restore: Restore): Promise<void> {
  await endRuns(copy, restore.file);
  await noteRestore(copy, await whoRestores(present), restore);
}

/** The copy exists, so the backup has succeeded; nobody knows of the others. */
async function endRuns(copy: Asked, file: string): Promise<void> {
  const columns = await columnsOf(copy, runs);
  if (!['outcome', 'exit_code', 'end_time', 'command'].every((name) => columns.has(name))) return;
  const end = timeOf(file) ?? 'create_time';
  const going = `end_time = ${end} WHERE outcome = 'running'`;
  await copy.ask(`UPDATE ${runs} SET outcome = 'success', exit_code = 0, ${going} AND command = 'backup'`);
  await copy.ask(`UPDATE ${runs} SET outcome = 'interrupted', ${going}`);
}

/** Unix seconds in the name that a backup gets. */
function timeOf(file: string): number | undefined {
  const [, date, hours, minutes, seconds] = /^(\d{8})-(\d\d)(\d\d)(\d\d)\./.exec(file) ?? [];
  const day = date?.replace(/(....)(..)(..)/, '$1-$2-$3');
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) / 1000;
  return Number.isNaN(time) ? undefined : time;
}

interface Restorer {
  readonly uuid?: string;
  readonly admin_id?: number | null;
  readonly username?: string | null;
  readonly begun?: Readonly<Record<string, Value>> | null;
}

/** Of the run that this process belongs to, and of the entry that it has begun, once that is written; empty by hand. */
async function whoRestores(present: Asked | undefined): Promise<Restorer> {
  const mark = process.env[markName];
  if (!present || mark === undefined) return {};
  const object = present.dialect === 'sqlite' ? 'json_object' : 'json_build_object';
  const fields = ['username', 'actor_id', 'actor', 'ip', 'useragent', 'request_id'];
  try {
    const row = await present.ask(
      `SELECT ${object}('uuid', run.uuid, 'admin_id', run.admin_id, 'username', admin.username)
       FROM ${runs} run LEFT JOIN admin ON admin.id = run.admin_id WHERE run.output = ${quotedText(mark)}`,
    );
    const who = JSON.parse(row) as Restorer;
    const begun = await present.ask(
      `SELECT ${object}(${fields.map((name) => `'${name}', ${name}`).join(', ')}) FROM ${log}
       WHERE kind = 'plugin' AND target = 'terminal: ${command}' AND CAST(detail AS text) LIKE ${quotedText(`%${who.uuid}%`)}
       ORDER BY id DESC LIMIT 1`,
    );
    return { ...who, ...(begun !== '' && { begun: JSON.parse(begun) as Restorer['begun'] }) };
  } catch {
    // It may be what is restored because it can no longer be read.
    return {};
  }
}

/** As the server writes of every run that has ended. */
async function noteRestore(
  copy: Asked,
  { uuid, admin_id, username, begun }: Restorer,
  restore: Restore,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const target = `terminal: ${command}`;
  const { file, kept } = restore;
  const detail = {
    uuid: uuid ?? null,
    admin: admin_id ?? null,
    params: { file },
    outcome: 'success',
    exitCode: 0,
    kept,
  };
  const values: Readonly<Record<string, Value>> = {
    create_time: now,
    update_time: now,
    version: 1,
    kind: 'plugin',
    outcome: 'success',
    admin_id: admin_id ?? 0,
    username: username ?? (process.env[markName] === undefined ? 'system' : ''),
    actor_id: 0,
    actor: '',
    ip: '',
    useragent: '',
    request_id: '',
    ...begun,
    title: target,
    title_en: target,
    target,
    times: 1,
    detail: JSON.stringify(detail),
  };
  // A backup may be older than some of them.
  const columns = await columnsOf(copy, log);
  const given = Object.entries(values).filter(([name]) => columns.has(name));
  if (given.length === 0) return;
  await copy.ask(
    `INSERT INTO ${log} (${given.map(([name]) => quotedName(name)).join(', ')})
     VALUES (${given.map(([, value]) => literal(value)).join(', ')})`,
  );
}

async function columnsOf({ dialect, ask }: Asked, table: string): Promise<ReadonlySet<string>> {
  const names = await ask(
    dialect === 'sqlite'
      ? `SELECT name FROM pragma_table_info('${table}')`
      : `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${table}'`,
  );
  return new Set(names.split('\n').filter(Boolean));
}
