import type { ServerPlugin } from '#plugin';

/** A plugin of the examples as another instance has it: what it keeps in variables of its module is not shared with the first. */
export async function secondOf(example: string): Promise<ServerPlugin> {
  const module = (await import(/* @vite-ignore */ `../examples/${example}?second`)) as { default: ServerPlugin };
  return module.default;
}
