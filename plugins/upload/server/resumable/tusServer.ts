import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, Upload, type Locker } from '@tus/server';
import { Problem } from '#resource';
import type { Storage } from '#plugin';
import { append, pieceSize, progressOf } from './pieces.ts';
import type { UnfinishedRow } from './unfinished.ts';

/** What the protocol needs of an upload that is there. */
export interface OpenUpload {
  readonly row: UnfinishedRow;
  readonly storage: Storage;
  readonly locker: Locker;
  /** Called when bytes have come. */
  touch(): Promise<void>;
  remove(): Promise<void>;
}

/** Pieces beyond those that a file has at the least: each broken connection makes one more. */
const spare = 1000;

/** The protocol for one upload that its owner goes on with. */
export const openServer = (path: string, upload: OpenUpload): Server =>
  serverOf(path, new OpenStore(upload), upload.locker);

/** The protocol for a new upload; `create` is told what the client says of it. */
export const createServer = (path: string, create: (given: Upload) => Promise<void>): Server =>
  serverOf(path, new NewStore(create), nobodyElse);

/** An upload that nobody knows of needs no lock. */
const nobodyElse: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };

function serverOf(path: string, datastore: DataStore, locker: Locker): Server {
  return new Server({
    path,
    datastore,
    locker,
    namingFunction: () => randomUUID(),
    relativeLocation: true,
    // Pages of other origins have no business here.
    allowedOrigins: [],
    // Whoever holds the upload on a dead line has this long to keep what has come.
    lockDrainTimeout: 1000,
    // Refusals of ours are thrown; those of the protocol come as an answer.
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) throw error;
      return undefined;
    },
  });
}

class NewStore extends DataStore {
  readonly #create: (given: Upload) => Promise<void>;

  constructor(create: (given: Upload) => Promise<void>) {
    super();
    this.extensions = ['creation', 'termination'];
    this.#create = create;
  }

  override async create(given: Upload): Promise<Upload> {
    await this.#create(given);
    return given;
  }
}

class OpenStore extends DataStore {
  readonly #upload: OpenUpload;

  constructor(upload: OpenUpload) {
    super();
    this.extensions = ['creation', 'termination'];
    this.#upload = upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { row, storage } = this.#upload;
    // All has come: the pieces may be gone already.
    if (row.attachment_id !== null) return new Upload({ id, size: row.size, offset: row.size });
    const { offset, count } = await progressOf(storage, row.uuid);
    if (count > Math.ceil(row.size / pieceSize) + spare) throw new Problem('upload:resume.tooManyPieces');
    return new Upload({ id, size: row.size, offset });
  }

  override async write(body: Readable, _id: string, offset: number): Promise<number> {
    const { row, storage, touch } = this.#upload;
    if (row.attachment_id !== null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    try {
      return await append(storage, row.uuid, offset, body);
    } finally {
      await touch();
    }
  }

  override remove(): Promise<void> {
    return this.#upload.remove();
  }
}
