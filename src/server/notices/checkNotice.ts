import { languages, type Label, type Message } from '#resource';
import type { Notice } from '#plugin';

const most = { title: 200, body: 2000, data: 10_000, link: 2000 } as const;

/** Throws an Error that says what to write instead; all of this is the plugin's own doing. */
export function checkNotice({ title, body, link, data }: Notice): void {
  checkText('title', title);
  if (body !== undefined) checkText('body', body);
  // Also after a browser has read it: two slashes, or one and a backslash, lead to another site.
  if (
    link !== undefined &&
    !(typeof link === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(link) && link.length <= most.link)
  )
    throw new Error(`host.notify: link must be a page of this site, such as '/admin/review/review', not "${link}".`);
  if ((JSON.stringify(data) ?? '').length > most.data)
    throw new Error(`host.notify: data may have ${most.data} characters of JSON; store it and give its id.`);
}

function checkText(name: 'title' | 'body', given: Label | Message): void {
  if (isMessage(given)) return checkLength(name, JSON.stringify(given));
  const texts = typeof given === 'string' ? [given] : languages.map((language) => given?.[language]);
  if (!texts.every((text) => typeof text === 'string' && text.trim() !== ''))
    throw new Error(`host.notify: ${name} must be a text, one for each language, or a message: { key, params }.`);
  for (const text of texts) checkLength(name, text!);
}

function checkLength(name: 'title' | 'body', text: string): void {
  if (text.length > most[name]) throw new Error(`host.notify: ${name} may have ${most[name]} characters.`);
}

export const isMessage = (given: Label | Message): given is Message =>
  typeof given === 'object' && given !== null && 'key' in given;
