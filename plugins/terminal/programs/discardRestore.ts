import { existsSync, rmSync } from 'node:fs';
import { lockOrRefuse } from './lock.ts';
import { connection, query, quotedName, quotedText } from './postgres.ts';
import { main, readyFiles, refusal, restoreLock, tell } from './program.ts';

// Calls off what `restore` has laid ready; the backup stays.
await main(async () => {
  const url = process.env['DATABASE_URL']?.trim();
  const lock = lockOrRefuse(restoreLock, 'terminalServer:restore.running');
  try {
    const wasThere = await (url ? dropReady(url) : removeReady());
    if (!wasThere) throw refusal('terminalServer:restore.notReady');
    tell('terminalServer:restore.discarded');
  } finally {
    lock.close();
  }
});

function removeReady(): boolean {
  const wasThere = existsSync(readyFiles.database);
  for (const file of [readyFiles.database, readyFiles.note]) rmSync(file, { force: true });
  return wasThere;
}

async function dropReady(url: string): Promise<boolean> {
  const place = connection(url);
  const name = place['PGDATABASE'] ?? '';
  const ready = `${name}_restored`;
  const found = await query(place, name, `SELECT 1 FROM pg_database WHERE datname = ${quotedText(ready)}`);
  await query(place, name, `DROP DATABASE IF EXISTS ${quotedName(ready)}`);
  return found !== '';
}
