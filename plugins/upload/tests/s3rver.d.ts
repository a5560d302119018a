declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** What of it these tests use. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      allowMismatchedSignatures: boolean;
      configureBuckets: readonly { readonly name: string; readonly configs?: readonly string[] }[];
    });
    readonly store: {
      listObjects(
        bucket: string,
        options: { readonly prefix?: string; readonly startAfter?: string; readonly maxKeys?: number },
      ): Promise<{ objects: { readonly key: string }[]; commonPrefixes: unknown[]; isTruncated: boolean }>;
      deleteObject(bucket: string, key: string): Promise<unknown>;
      /** Path of one of the files of an object. */
      getResourcePath(bucket: string, key: string, resource: 'object' | 'object.md5' | 'metadata.json'): string;
    };
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
