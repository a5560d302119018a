import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { readonly [key: string]: string | Texts };
const known = new Map<string, Texts>();
const page = 'terminalServer';
/** What a language without this file falls back on. */
const fallback = 'zh-cn';

function textsOf(language: string): Texts {
  const found = known.get(language);
  if (found) return found;
  let texts: Texts;
  try {
    const file = join(import.meta.dirname, '../locales', language, `${page}.json`);
    texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
  } catch (error) {
    if (language === fallback) throw error;
    texts = textsOf(fallback);
  }
  known.set(language, texts);
  return texts;
}

/** A text of this plugin with its holes filled, `terminalServer:line.cut`; keys of others are the general refusal. */
export function readText(language: string, key: string, params: Readonly<Record<string, unknown>> = {}): string {
  const name = key.startsWith(`${page}:`) ? key.slice(page.length + 1) : 'refusal.other';
  let text: string | Texts | undefined = textsOf(language);
  for (const part of name.split('.')) text = typeof text === 'object' ? text[part] : undefined;
  return String(text).replaceAll(/\{\{(\w+)\}\}/g, (_whole, hole: string) => String(params[hole] ?? ''));
}
