import { eventStream, type StreamEvent } from '#plugin';
import { Problem } from '#resource';
import { bucketDetail } from '../remote/bucketErrors.ts';
import type { StorageName } from '../storages.ts';
import type { Contribution, UploadParts } from '../uploadParts.ts';
import { fileMoveResource } from './fileMove.ts';
import { moveFiles, type MoveOptions } from './moveFiles.ts';

/** Seconds that a ticket is good for. */
const lifetime = 60;

/**
 * `POST /api/upload/move`, for `npm run storage:move`. Who may ask is who can write to the folder of the plugin's files: the ticket
 * is the name of an empty file there, good for a minute and once.
 */
export function moving(parts: UploadParts, moveLease: number): Contribution {
  return {
    resources: [fileMoveResource],
    routes: [
      {
        method: 'POST',
        url: '/upload/move',
        node: 'everyone',
        rateLimit: { max: 10, timeWindow: 60_000 },
        async handler({ body, signal }) {
          await takeTicket(parts, body['ticket']);
          const { to: given, keep } = body;
          const to = parts.storages.names().find((name) => name === given);
          if (!to) throw new Problem('upload:move.nowhere');
          await assertReachable(parts, to);
          return eventStream(events(parts, { to, keep: keep === true, signal, moveLease }));
        },
      },
    ],
  };
}

/** A storage that cannot be reached is named before anything begins; who moves files may know what is wrong with it. */
async function assertReachable({ storages }: UploadParts, to: StorageName): Promise<void> {
  try {
    await (await storages.of(to)).get('test');
  } catch (error) {
    throw bucketDetail(error);
  }
}

async function takeTicket({ host }: UploadParts, ticket: unknown): Promise<void> {
  const refused = new Problem('upload:move.refused', {}, { status: 403 });
  if (typeof ticket !== 'string' || !/^[0-9a-f-]{36}$/.test(ticket)) throw refused;
  const key = `tickets/${ticket}`;
  const stored = await host.storage.head(key);
  if (!stored || Date.now() / 1000 - stored.modified > lifetime || !(await host.storage.delete(key))) throw refused;
}

async function* events(parts: UploadParts, options: MoveOptions): AsyncGenerator<StreamEvent> {
  for await (const data of moveFiles(parts, options)) yield { data };
}
