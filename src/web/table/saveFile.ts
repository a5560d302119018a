/** Saves text as a file of the person who looks at the page. */
export const saveFile = ({ name, text }: { readonly name: string; readonly text: string }): void =>
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));

/** The same with what is there already. */
export function saveBlob(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
