// For worker threads: how they read from a SQLite file.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';

/** Opens the file for reading, in a thread that lets others go first. */
export function workerConnection(file: string): DatabaseSync {
  yieldToOthers();
  const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  // Sorting spills to the disk: memory is for everybody.
  connection.exec('PRAGMA cache_size=-8192; PRAGMA temp_store=FILE; PRAGMA mmap_size=268435456');
  return connection;
}

/** On Linux a thread has a priority of its own: the one that answers everybody goes first. */
function yieldToOthers(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 5);
  } catch {
    // Elsewhere all threads are equal.
  }
}
