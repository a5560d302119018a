import type { Database } from '../database/database.ts';
import { switchedOff } from './moduleStates.ts';

/** Milliseconds after which an instance has noticed that plugins were switched by another. */
const pace = 5000;

/** Calls `changed` once other plugins are switched off than when this application was made. Returns how to stop. */
export function watchModules(database: Database, off: ReadonlySet<string>, changed: () => void): () => void {
  // One process has SQLite, and knows what it has done itself.
  if (database.dialect === 'sqlite') return () => {};
  const timer = setInterval(() => {
    void switchedOff(database).then(
      (latest) => {
        if ([...latest].join() === [...off].join()) return;
        clearInterval(timer);
        changed();
      },
      // Out of reach for the moment; the next look may find it.
      () => {},
    );
  }, pace).unref();
  return () => clearInterval(timer);
}
