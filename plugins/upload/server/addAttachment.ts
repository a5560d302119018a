import type { Caller, RealmName } from '#resource';
import { fillSavename, topicOf } from '../shared/savename.ts';
import type { AttachmentRow } from './attachmentAnswer.ts';
import type { UploadParts } from './uploadParts.ts';

/** Whose a file is. */
export interface Owner {
  readonly realm: RealmName;
  readonly id: number;
}

/** A file that lies in its storage already. */
export interface NewAttachment {
  readonly given: { readonly owner: Owner; readonly topic?: string; readonly caller: Caller };
  readonly stored: {
    readonly storage: string;
    readonly key: string;
    readonly size: number;
    readonly sha1: string;
    readonly sent_sha1: string;
  };
  readonly facts: {
    /** Made by `displayName`. */
    readonly name: string;
    readonly mimetype: string;
    /** Without a dot. */
    readonly suffix: string;
    readonly width?: number;
    readonly height?: number;
    readonly isPrivate: boolean;
  };
  /** The address, where the file lies below one already; made from the template otherwise. */
  readonly url?: string;
}

/** Writes the row of a stored file. */
export async function addAttachment(
  { host }: UploadParts,
  { given, stored, facts, url }: NewAttachment,
): Promise<AttachmentRow> {
  const { upload_savename: template } = await host.settings('upload');
  const { isPrivate, ...shown } = facts;
  const topic = topicOf(given.topic ?? 'default');
  return host.transaction(given.caller, ({ rows, now }) =>
    rows('attachment', host.system).add({
      ...shown,
      ...stored,
      topic,
      url: url ?? fillSavename(template, { ...facts, topic, sha1: stored.sha1, now }),
      is_private: isPrivate ? 1 : 0,
      last_upload_time: now,
      ...(given.owner.realm === 'admin' ? { admin_id: given.owner.id } : { user_id: given.owner.id }),
    }),
  );
}
