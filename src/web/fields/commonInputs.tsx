import { useState, type ComponentType } from 'react';
import { FileArea } from './FileDrop.tsx';
import { fileUpload, setFileUpload, type FileUpload } from './fileUpload.ts';
import { lazyInput } from './lazyInput.tsx';
import type { InputProps } from './view.ts';

type Inputs = typeof import('./inputs.ts');
let inputs: Inputs | undefined;

/**
 * Loads the inputs that nearly every form has, which no list needs. Forms and filters wait for it, so that no input
 * comes late; nor does what takes files into them, where a plugin keeps files.
 */
export async function loadInputs(): Promise<Inputs> {
  const area = fileUpload() && FileArea.preload().catch(() => {});
  [inputs] = await Promise.all([import('./inputs.ts'), area]);
  return inputs;
}

/** Takes what keeps files, also where forms have their inputs already. */
export function keepFiles(upload: FileUpload): void {
  setFileUpload(upload);
  if (inputs) void FileArea.preload().catch(() => {});
}

/** One of these inputs, at once where a form or filter has loaded them. */
function common<P extends InputProps>(pick: (inputs: Inputs) => ComponentType<P>): ComponentType<P> {
  const Late = lazyInput(async () => pick(await loadInputs()));
  return function CommonInput(props: P) {
    const [Input] = useState(() => (inputs ? pick(inputs) : Late));
    return <Input {...props} />;
  };
}

export const AddressesInput = common((all) => all.AddressesInput);
export const BoolFilter = common((all) => all.BoolFilter);
export const BoolInput = common((all) => all.BoolInput);
export const EnumInput = common((all) => all.EnumInput);
export const EnumSelect = common((all) => all.EnumSelect);
export const EnumsInput = common((all) => all.EnumsInput);
export const FileAddressInput = common((all) => all.FileAddressInput);
export const JsonInput = common((all) => all.JsonInput);
export const KeyValueInput = common((all) => all.KeyValueInput);
export const LineInput = common((all) => all.LineInput);
export const NumberInput = common((all) => all.NumberInput);
export const PasswordInput = common((all) => all.PasswordInput);
export const RemoteSelect = common((all) => all.RemoteSelect);
export const TagsInput = common((all) => all.TagsInput);
export const TextareaInput = common((all) => all.TextareaInput);
