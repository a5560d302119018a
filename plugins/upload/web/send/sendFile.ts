import i18next from 'i18next';
import { loadTexts, type FileTarget } from '#web';
import { cureOf, fieldOptions, refusalOf } from './fieldLimits.ts';
import { refuse } from './refused.ts';
import { sendDirect } from './sendDirect.ts';
import { sendSmall } from './sendSmall.ts';
import type { UploadedFile, Sender } from './sender.ts';
import { siteUpload } from './siteUpload.ts';

/** Bytes above which a file goes in parts, so that it can go on after a lost connection. */
const small = 8 * 1024 * 1024;

/** Checks a file, and sends it to where the site keeps files; gives its address. */
export async function sendFile(file: File, target: FileTarget): Promise<string> {
  return (await keepFile(file, target)).url;
}

/** The same, with all that the server says of it. */
export async function keepFile(file: File, target: FileTarget): Promise<UploadedFile> {
  const [site] = await Promise.all([siteUpload(), loadTexts('upload')]);
  const refused = refusalOf(file, target.field, site);
  if (refused) {
    refuse(file);
    throw new Error([i18next.t(refused), cureOf(refused, target.field, site)].filter(Boolean).join(' '));
  }
  const send = senderFor(site.mode, file);
  const { topic } = fieldOptions(target.field);
  const kept = await send(file, { ...target, topic, base: baseAt(location.pathname) });
  return kept.file;
}

function senderFor(mode: string, { size }: File): Sender {
  if (mode !== 'local') return sendDirect;
  if (size <= small) return sendSmall;
  // The client of the protocol is for those who have such files.
  return async (file, target) => (await import('./sendResumable.ts')).sendResumable(file, target);
}

/** What the addresses of uploads begin with, below `/api`, on a page of this path. */
export const baseAt = (path: string): string => (/^\/admin(?:\/|$)/.test(path) ? '/admin' : '');
