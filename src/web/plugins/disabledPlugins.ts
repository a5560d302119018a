/** Folders of plugins whose browser half is left out, since they are switched off, as the server has written them into the page. */
export const disabledPlugins = (): string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="plugins-off"]')?.content.split(' ').filter(Boolean) ?? [];
