import type { Caller } from '#resource';

/** As far as the chat knows the service `files` of the upload plugin. */
export interface FileService {
  largest(): Promise<number>;
  own(
    caller: Caller,
    ids: readonly number[],
  ): Promise<
    readonly {
      readonly id: number;
      readonly name: string;
      readonly url: string;
      readonly type: string;
      readonly size: number;
    }[]
  >;
  read(id: number): Promise<Buffer | undefined>;
}
