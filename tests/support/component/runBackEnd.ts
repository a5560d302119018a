import { addPerson } from '../addPerson.ts';
import salesOrder from '../../examples/salesOrder.ts';
import notice from '../../examples/notice.ts';
import { paintings, sketches } from '../gallery.ts';
import { guests } from '../guests.ts';
import { hooksPlugin } from '../hooksPlugin.ts';
import { library } from '../library.ts';
import { pupils } from '../ownKinds.ts';
import { parcels } from '../parcels.ts';
import { specimens } from '../specimens.ts';
import { startTestApp, type TestApp } from '../testApp.ts';

interface BackEnd extends Pick<TestApp, 'app' | 'identityOf' | 'configure' | 'close'> {
  /** Makes ready for the next test; fails when the server has failed in the one before. */
  begin(browser: string): Promise<void>;
  call(table: string, method: string, args: readonly unknown[]): Promise<unknown>;
  targetsOf(captcha: string): Promise<{ x: number; y: number }[]>;
  addPerson(username: string, secret: string, nodes: readonly string[]): Promise<void>;
}

type AnyRows = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** The server that all tests of components share. */
export async function runBackEnd(): Promise<BackEnd> {
  const { app, reset, errors, ...rest } = await startTestApp(
    [
      ...library,
      ...parcels,
      ...pupils,
      ...specimens,
      ...paintings,
      ...sketches,
      notice,
      ...salesOrder,
      ...guests.resources!,
    ],
    [guests, hooksPlugin],
  );
  await app.http.ready();
  let hasTold = false;
  return {
    ...rest,
    app,
    async begin(browser) {
      if (!hasTold) console.log(`Components run in ${browser}`);
      hasTold = true;
      await reset();
      const before = errors();
      if (before.length > 0) throw new Error(`The server has logged errors: ${before.join('')}`);
    },
    call(table, method, args) {
      // Thousands of rows in one transaction: no other call of tests adds so many.
      if (method === 'addAll') return app.gate.addAll(table as never, args[0] as never);
      const rows = app.gate.rows(table as never) as unknown as AnyRows;
      return rows[method]!(...args);
    },
    async targetsOf(captcha) {
      const row = await app.database.read
        .selectFrom('captcha')
        .select('targets')
        .where('key', '=', captcha)
        .executeTakeFirstOrThrow();
      const places = JSON.parse(String(row['targets'])) as { left: number; top: number; size: number }[];
      return places.map(({ left, top, size }) => ({ x: left + size / 2, y: top + size / 2 }));
    },
    addPerson: (username, secret, nodes) => addPerson(app.gate, username, secret, nodes),
  };
}
