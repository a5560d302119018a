import { fillSavename, lettersOf, markLength, randomText, withMark, type SavenameValues } from '../shared/savename.ts';
import type { UploadParts } from './uploadParts.ts';

const privateTemplate = '/storage/private/{.suffix}';
/** Where a bucket has what the nightly jobs remove; nobody's template or topic leads there. */
const ownFolders = /^\/(?:incoming|clean|resumable|thumbs)(?=\/)/;

/**
 * The address of a new file, by the template of the settings and with a mark of letters. Whoever does not know the mark finds
 * neither the file nor whether there is one.
 */
export async function newAddress(
  { host }: Pick<UploadParts, 'host'>,
  values: Omit<SavenameValues, 'now'> & { readonly isPrivate: boolean },
  mark = randomText(markLength),
): Promise<string> {
  const { upload_savename: template } = await host.settings('upload');
  const used = withMark(values.isPrivate ? privateTemplate : template, mark);
  return fillSavename(used, { ...values, now: host.now() }).replace(ownFolders, '$&_');
}

/** The mark of an owner's file: the same whenever they send it, and for nobody else's files. */
export const markOf = async ({ host }: Pick<UploadParts, 'host'>, identity: string): Promise<string> =>
  lettersOf(await host.hmac(`address ${identity}`));
