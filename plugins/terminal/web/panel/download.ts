import { exchange } from '#web';
import { bare } from '../output/ansi.ts';
import type { Lines } from '../output/lines.ts';
import { outputAddress } from '../queue/calls.ts';

/** Saves the whole output as the server has it; where it does not know the run any more, what is here of it. */
export async function download(uuid: string, command: string, lines: Lines): Promise<void> {
  const { status, text, headers } = await exchange({ method: 'GET', url: outputAddress(uuid) });
  const isText = status === 200 && headers['content-type']?.startsWith('text/plain');
  const parts = isText ? [text] : [...lines.pieces()].map((piece) => `${bare(piece.text)}\n`);
  save(new Blob(parts, { type: 'text/plain' }), `${command.replaceAll(/[^\w.-]+/g, '-')}.txt`);
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
