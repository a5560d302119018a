import { Invalid, type Caller } from '#resource';
import type { AttachmentInfo } from '../../shared/wire.ts';
import type { ChatParts } from '../chatParts.ts';
import type { Turn } from '../generation/context.ts';
import type { ChatModel } from '../models.ts';
import { attachmentsOf, type MessageRow } from '../tables/message.ts';
import type { FileService } from './fileService.ts';
import { pdfText } from './pdfText.ts';

type Shown = Pick<MessageRow, 'role' | 'text' | 'attachments'>;

/** Files of a message, and bytes of each. */
const most = { files: 5, size: 10_485_760 } as const;
/** Bytes of all pictures that a model is shown at once: as many as one message may have. */
const mostPictures = most.files * most.size;
/** Characters of a file that a model is shown, and bytes that one may have. */
const longest = 100_000;
const mostBytes = 4;
/** Texts of files that are kept for the next message of the conversation. */
const kept = 50;

const isPicture = (type: string): boolean => /^image\/(?:png|jpeg|gif|webp)$/.test(type);
const isText = (type: string): boolean => type.startsWith('text/') || type === 'application/json';
const isPdf = (type: string): boolean => type === 'application/pdf';

/** The beginning of a text: a part of the whole would keep all of it in memory. */
const startOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, longest * mostBytes));

/** Files that messages carry, where a plugin keeps files. */
export class Files {
  readonly #parts: ChatParts;
  /** By the file and the mark of its content. */
  readonly #texts = new Map<string, string>();

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  get #service(): FileService | undefined {
    return this.#parts.host.useIfThere('files') as FileService | undefined;
  }

  /** Visitors upload nothing. */
  async limits({ id }: Caller): Promise<{ readonly attachments: number; readonly size: number }> {
    if (id === 0 || !this.#service) return { attachments: 0, size: 0 };
    return { attachments: most.files, size: Math.min(most.size, await this.#service.largest()) };
  }

  /** The caller's own files, if the model can do something with them. */
  async attached(caller: Caller, given: unknown, model: ChatModel): Promise<readonly AttachmentInfo[]> {
    if (given === undefined || given === null || (Array.isArray(given) && given.length === 0)) return [];
    const refused = (key: string, params: Record<string, unknown> = {}) =>
      new Invalid({ attachments: { key, params } });
    if (!Array.isArray(given) || !given.every((id) => Number.isSafeInteger(id) && Number(id) > 0))
      throw refused('validate:invalid');
    const { attachments, size } = await this.limits(caller);
    if (attachments === 0) throw refused(caller.id === 0 ? 'chatServer:filesOfMembers' : 'chatServer:noFiles');
    if (given.length > attachments) throw refused('chatServer:tooManyFiles', { count: attachments });
    const ids = [...new Set(given as number[])];
    const own = (await this.#service?.own(caller, ids)) ?? [];
    if (own.length < ids.length) throw refused('rows:notFound');
    for (const { name, type, size: bytes } of own) {
      if (bytes > size) throw refused('chatServer:fileTooLarge', { name });
      if (isPicture(type) && !model.images) throw refused('chatServer:noPictures', { model: model.name });
      if (!isPicture(type) && !isText(type) && !isPdf(type)) throw refused('chatServer:fileType', { name });
    }
    return ids.map((id) => own.find((each) => each.id === id)!);
  }

  /** What a message of theirs says, with the texts of its files. */
  async wordsOf(message: Shown, who: string): Promise<string> {
    const texts = [message.text ?? ''];
    // One after the other: documents of others are read meanwhile.
    for (const file of attachmentsOf(message)) if (!isPicture(file.type)) texts.push(await this.#textOf(file, who));
    return texts.join('\n\n');
  }

  /**
   * Messages as the model is shown them, which come newest first: texts within them, pictures beside them. Pictures that are too
   * many are only named.
   */
  turnOf(model: ChatModel, who: string): (message: Shown) => Promise<Turn> {
    let left: number = mostPictures;
    return async (message) => {
      const { role, text } = message;
      const files = attachmentsOf(message);
      if (files.length === 0) return { role, content: text ?? '' };
      const parts: object[] = [];
      const texts: string[] = [];
      for (const file of files) {
        if (!isPicture(file.type)) texts.push(await this.#textOf(file, who));
        else if (model.images && file.size <= left) {
          left -= file.size;
          parts.push(await this.#picture(file));
        } else texts.push(`[${file.name}]`);
      }
      const whole = [text ?? '', ...texts].join('\n\n');
      return parts.length === 0
        ? { role, content: whole }
        : { role, content: [{ type: 'text', text: whole }, ...parts.filter((part) => 'type' in part)] };
    };
  }

  async #picture({ id, type }: AttachmentInfo): Promise<object> {
    const bytes = await this.#service?.read(id);
    return bytes
      ? { type: 'image_url', image_url: { url: `data:${type};base64,${bytes.toString('base64')}` } }
      : { type: 'text', text: '' };
  }

  async #textOf({ id, name, type }: AttachmentInfo, who: string): Promise<string> {
    // It may have gone since, or have become another.
    const mark = await this.#service?.markOf(id);
    const known = mark === undefined ? undefined : this.#texts.get(`${id} ${mark}`);
    if (known !== undefined) return known;
    const bytes = mark === undefined ? undefined : await this.#service?.read(id);
    const content = bytes && (isPdf(type) ? await pdfText({ bytes, longest }, who) : startOf(bytes));
    const shown = (content ?? '').toWellFormed().replaceAll('\0', '').slice(0, longest).toWellFormed();
    const text = `--- ${name} ---\n${shown}\n--- ${name} ---`;
    if (mark !== undefined) this.#texts.set(`${id} ${mark}`, text);
    if (this.#texts.size > kept) this.#texts.delete(this.#texts.keys().next().value!);
    return text;
  }
}
