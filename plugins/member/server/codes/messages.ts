import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type Language, type Message as Text } from '#resource';
import type { Events, MailMessage, PluginPart } from '#plugin';
import type { Contact } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import type { MessageEvent } from './events.ts';
import { mailTexts, smsText, type TemplateValues } from '../../fillTemplate.ts';
import { gatewayOf } from './sms/gateway.ts';
import { messageEvents, firstTexts } from './templates.ts';
import { isSetUp } from './ways.ts';

/** Minutes for which a code is good: the host says so. */
const minutes = 10;
const hour = 3_600_000;
const mask = '******';
/** Milliseconds within which a message is on its way. */
const delay = 250;

/** A message to a member, or to whoever may become one. */
export interface Message {
  readonly to: Contact;
  readonly event: MessageEvent;
  readonly language: Language;
  readonly code?: string;
  /** Whose account it is about. */
  readonly member?: number | undefined;
  /** Nobody is to get it, and as much is done for it as if somebody were: else who asks next could tell by the time. */
  readonly isFutile?: boolean;
}

/** What an attempt to send has come to, as the outbox has it. */
interface Sending {
  readonly state: 'sent' | 'queued' | 'failed' | 'kept' | 'none';
  /** What the other side has said, or why it was not asked. */
  readonly answer?: string | Text;
  /** What is queued as soon as it stands in the outbox, which hears what becomes of it. */
  readonly mail?: MailMessage;
}

/** Sends messages behind the answer, so that nobody can tell from its time whether there was one to send. */
export class Messages {
  readonly #parts: MemberParts;
  readonly #running = new Set<Promise<void>>();

  constructor(parts: MemberParts) {
    this.#parts = parts;
  }

  /** `decide` says what is to be sent, after the answer is out, at a moment that nobody can tell. */
  later(decide: () => Promise<Message>): void {
    const { host } = this.#parts;
    const work = sleep(randomInt(delay))
      .then(decide)
      .then((message) => this.#send(message))
      .catch((error: unknown) => host.log(`a message was not sent: ${String(error)}`));
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  /** Until what is under way has left. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #send(message: Message): Promise<void> {
    const { host } = this.#parts;
    const { to, event, language, code = '', member } = message;
    const isPrinted = process.env['NODE_ENV'] === 'development';
    if (member !== undefined && (await host.rows('user', host.system).get(member))?.closed === 1) return;
    const [template] = await host.rows('user_template', host.system).list({ event });
    if (!template) throw new Error(`there is no template for ${event}.`);
    const { site_name: site } = await host.settings('basics');
    const values: TemplateValues = { site, code, minutes };
    const sending = await this.#dispatch(message, values, template).catch((error: unknown): Sending => ({
      state: 'failed',
      answer: reasonOf(error),
    }));
    const answerIn = (shown: Language): string | undefined => {
      const { answer } = sending;
      const text = typeof answer === 'object' ? host.translate(answer, shown) : answer;
      return text?.replaceAll(code === '' ? mask : code, mask).slice(0, 500);
    };
    const textWith = (shown: string): string =>
      to.type === 'email'
        ? mailTexts(template, language, { ...values, code: shown }).text
        : smsText(template, language, { ...values, code: shown });
    const isKept = sending.state === 'kept';
    const outbox = host.rows('user_outbox', host.system);
    const reference = randomUUID();
    const { id } = await outbox.add({
      channel: to.type,
      event,
      target: to.target,
      state: sending.state,
      // Whoever reads the outbox must not be able to use a code that somebody else has.
      text: message.isFutile ? null : textWith(mask),
      code: isKept && code !== '' ? code : null,
      member_id: member ?? null,
      reference,
      answer: answerIn('zh-cn') ?? null,
      answer_en: answerIn('en') ?? null,
    });
    try {
      if (sending.mail) await host.mail.send({ ...sending.mail, reference });
    } catch (error) {
      const answer = wordsOf(error).slice(0, 500);
      await outbox.edit(id, { state: 'failed', answer, answer_en: answer });
    }
    if (isKept && code !== '') await this.#tellOfKept(to.type);
    // Not by the log, whose level may be any.
    if (isKept && isPrinted) process.stdout.write(`${to.target}: ${textWith(code)}\n`);
  }

  async #dispatch(
    { to, event, language, code = '', isFutile }: Message,
    values: TemplateValues,
    template: Template,
  ): Promise<Sending> {
    const { host } = this.#parts;
    if (isFutile) return { state: 'none' };
    if (!(await isSetUp(this.#parts, to.type))) return { state: 'kept' };
    await this.#countHour(to);
    if (to.type === 'email') {
      const mail = { to: to.target, ...mailTexts(template, language, values) };
      // Whoever gets a code that has expired, beside the one they asked for later, tries the wrong one.
      return { state: 'queued', mail: code === '' ? mail : { ...mail, until: host.now() + minutes * 60 } };
    }
    const gateway = gatewayOf(await host.settings('sms'))!;
    const text = smsText(template, language, values);
    return { state: 'sent', answer: await gateway.send({ mobile: to.target, event, text, code }, host.fetch) };
  }

  /** Somebody waits for a code that cannot leave: whoever can change that, or pass it on, is told, once in an hour. */
  async #tellOfKept(type: Contact['type']): Promise<void> {
    const { host, limiter } = this.#parts;
    const isNews = await limiter(`kept-${type}`, 1, hour)
      .consume(type)
      .then(
        () => true,
        () => false,
      );
    if (!isNews) return;
    await host.notifySupers({
      title: { key: `memberServer:kept.${type}` },
      body: { key: 'memberServer:kept.help' },
      link: '/admin/user/outbox',
    });
  }

  /** The budget of the whole site: nobody runs up its bill, or has its mails taken for spam. */
  async #countHour({ type }: Contact): Promise<void> {
    const { mail_per_hour: mails, sms_per_hour: texts } = await this.#parts.host.settings('member');
    const [key, max] = type === 'email' ? (['mail-hour', mails] as const) : (['sms-hour', texts] as const);
    const problem = new Problem('memberServer:hourSpent', { max });
    await this.#parts
      .limiter(key, max, hour)
      .consume(type)
      .catch((error: unknown) => {
        throw error instanceof Problem ? problem : error;
      });
  }
}

const reasonOf = (error: unknown): string | Text => (error instanceof Problem ? error : wordsOf(error));
/** What an error says, without its name, which only programs know. */
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Template = Parameters<typeof mailTexts>[0];

const states = { sent: 'sent', refused: 'failed', waiting: 'queued', late: 'failed' } as const;

/** The outbox has what mail servers have said of its mails. */
export const outboxAnswers = (parts: MemberParts): PluginPart => {
  const note = async ({ reference, outcome, answer }: Events['mail-tried']): Promise<void> => {
    const { host } = parts;
    const rows = host.rows('user_outbox', host.system);
    const key = outcome === 'late' ? 'memberServer:codeExpired' : 'memberServer:mailGivenUp';
    const own = (language: Language): string => host.translate({ key }, language);
    const told =
      answer === ''
        ? { answer: own('zh-cn'), answer_en: own('en') }
        : { answer: answer.slice(0, 500), answer_en: answer.slice(0, 500) };
    for (const { id } of await rows.list({ reference })) await rows.edit(id, { state: states[outcome], ...told });
  };
  let end: (() => void) | undefined;
  return {
    async start() {
      end = await parts.host.subscribe('mail-tried', (tried, { isOwn }) => (isOwn ? note(tried) : undefined));
    },
    stop: () => end?.(),
  };
};

/** Makes the templates that are missing. */
export const firstTemplates = (parts: MemberParts): PluginPart => ({
  async start() {
    const { host } = parts;
    const templates = host.rows('user_template', host.system);
    const known = new Set((await templates.list()).map(({ event }) => event));
    for (const event of messageEvents)
      if (!known.has(event)) await templates.add({ event, ...firstTexts(event) } as never);
  },
});
