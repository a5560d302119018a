import { isVisible } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import type { ChatModel } from '../models.ts';
import { complete } from '../provider/complete.ts';
import { tokensIn } from './context.ts';

/** Characters of a title. */
const longest = 60;

/** What a conversation is called until the model has found something better. */
export function firstTitle(text: string): string {
  const title = shortened(plain(text.trim().slice(0, 500)).replaceAll(/\s+/g, ' ').trim(), longest);
  return isVisible(title) ? title : '…';
}

/** Without the signs of Markdown: pairs of stars, underlines and backticks around words, links, and what begins a heading. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/^ {0,3}#{1,6} +/gm, '')
    .replaceAll(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*])\1(?![\w*])/g, '$2')
    .replaceAll(/(?<!\w)(_{1,3})(?=[^\s_])([^_\n]*[^\s_])\1(?!\w)/g, '$2')
    .replaceAll(/`([^`\n]+)`/g, '$1');

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
};

/** Lets the model find a title for a conversation that has one by nobody yet; undefined when it does not. */
export async function madeTitle(
  parts: ChatParts,
  model: ChatModel,
  question: string,
  answer: string,
): Promise<string | undefined> {
  const system =
    'Write a title for this conversation: at most six words, in the language of the user, without quotation marks. ' +
    'Answer with the title only.';
  const content = `${shortened(question, 1000)}\n\n${shortened(answer, 1000)}`;
  const body = {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content },
    ],
    max_tokens: 64,
  };
  if (tokensIn(content) + tokensIn(system) + body.max_tokens > model.contextLimit) return undefined;
  let text = '';
  for await (const part of complete(parts, model.endpoint, body, AbortSignal.timeout(30_000))) {
    text += part.text ?? '';
    if (text.length > 5000) break;
  }
  return titleIn(text);
}

/** Models think aloud, quote, and go on for lines. */
export function titleIn(text: string): string | undefined {
  const said = text
    .replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/g, '')
    .toWellFormed()
    .replaceAll('\0', '');
  const line = said.split('\n').find((each) => each.trim() !== '') ?? '';
  const title = plain(line.slice(0, 500))
    .replace(/^[\s#*"'“”「《]+|[\s*"'“”」》.。]+$/g, '')
    .replace(/^title:\s*["'“「《]?/i, '');
  return isVisible(title) ? shortened(title, longest) : undefined;
}
