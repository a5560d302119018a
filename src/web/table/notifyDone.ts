import { notify } from '../messages/notify.ts';

/** What an action may have answered for the browser: values that `done` names, and a file to save. */
type Result = Readonly<Record<string, unknown>> & { readonly file?: { readonly name: string; readonly text: string } };

/** Says that an action is done: `{{name}}` in the text is what it has answered by this name. */
export function notifyDone(done: string, answer: { readonly result?: unknown } | undefined): void {
  const result = (answer?.result ?? {}) as Result;
  notify.success(done.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(result[name] ?? '')));
  if (result.file) void import('../http/download.ts').then(({ saveFile }) => saveFile(result.file!));
}
