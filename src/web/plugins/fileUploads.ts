import i18next from 'i18next';
import { keepFiles } from '../fields/commonInputs.tsx';
import type { FileUpload } from '../fields/fileUpload.ts';
import { claim } from './claims.ts';
import { reportFault } from './faults.ts';

const slips: readonly unknown[] = [TypeError, ReferenceError, RangeError, SyntaxError];

/** Lets the plugin keep files that go into fields. A slip of its code is reported under its name; people see that it failed. */
export function takeFiles(plugin: string, upload: FileUpload): void {
  if (!claim(plugin, 'file upload')) return;
  keepFiles(async (file, target) => {
    try {
      return await upload(file, target);
    } catch (error) {
      if (!slips.some((Slip) => error instanceof (Slip as typeof Error))) throw error;
      reportFault(plugin, 'files', file.name, error);
      throw new Error(i18next.t('plugins:file.failed'), { cause: error });
    }
  });
}
