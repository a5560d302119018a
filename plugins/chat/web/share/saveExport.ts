import { exchange } from '#web';

/** Saves a conversation as a Markdown file; false where the server gives none. */
export async function saveExport(id: string, title: string): Promise<boolean> {
  const { status, headers, text } = await exchange({
    method: 'GET',
    url: `/api/chat/export?id=${encodeURIComponent(id)}`,
  });
  if (status !== 200 || !headers['content-type']?.startsWith('text/markdown')) return false;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'chat'}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return true;
}
