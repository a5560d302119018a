import { fillSavename, lettersOf, markLength, randomText, withMark, type SavenameValues } from '../shared/savename.ts';
import type { UploadParts } from './uploadParts.ts';

const privateTemplate = '/storage/private/{.suffix}';

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
  return fillSavename(withMark(values.isPrivate ? privateTemplate : template, mark), { ...values, now: host.now() });
}

/** The mark of an owner's file: the same whenever they send it, and for nobody else's files. */
export const markOf = async ({ host }: Pick<UploadParts, 'host'>, identity: string): Promise<string> =>
  lettersOf(await host.hmac(`address ${identity}`));
