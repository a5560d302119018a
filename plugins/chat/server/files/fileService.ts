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
  /** Another one for other content; undefined when the file is gone. */
  markOf(id: number): Promise<string | undefined>;
  read(id: number): Promise<Buffer | undefined>;
}
