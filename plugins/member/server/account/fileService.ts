import type { Caller } from '#resource';

/** As far as the member centre knows the service `files` of the upload plugin. */
export interface FileService {
  /** Whether the caller has uploaded the file of this address. */
  isOwn(caller: Caller, address: string): Promise<boolean>;
}
