import type { Language } from '#resource';
import type { PluginPart } from '#plugin';
import type { Contact } from '../contact.ts';
import type { MemberParts } from '../memberParts.ts';
import type { MessageEvent } from './events.ts';
import { mailTexts, smsText, type TemplateValues } from './fillTemplate.ts';
import { gatewayOf } from './sms/gateway.ts';
import { messageEvents, firstTexts } from './templates.ts';
import { isSetUp } from './ways.ts';

/** Minutes for which a code is good: the host says so. */
const minutes = 10;
const hour = 3_600_000;
const mask = '******';

/** A message to a member, or to whoever may become one. */
export interface Message {
  readonly to: Contact;
  readonly event: MessageEvent;
  readonly language: Language;
  readonly code?: string;
}

/** What an attempt to send has come to, as the outbox has it. */
interface Sending {
  readonly state: 'sent' | 'queued' | 'failed' | 'kept';
  readonly answer?: string;
}

/** Sends messages behind the answer, so that nobody can tell from its time whether there was one to send. */
export class Messages {
  readonly #parts: MemberParts;
  readonly #running = new Set<Promise<void>>();

  constructor(parts: MemberParts) {
    this.#parts = parts;
  }

  /** `decide` says what is to be sent, after the answer is out; undefined for nothing. */
  later(decide: () => Promise<Message | undefined>): void {
    const { host } = this.#parts;
    const work = new Promise<void>((resolve) => {
      setImmediate(() => {
        decide()
          .then((message) => message && this.#send(message))
          .catch((error: unknown) => host.log(`a message was not sent: ${String(error)}`))
          .finally(resolve);
      });
    });
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  /** Until what is under way has left. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #send(message: Message): Promise<void> {
    const { host } = this.#parts;
    const { to, event, language, code = '' } = message;
    const [template] = await host.rows('user_template', host.system).list({ event });
    if (!template) throw new Error(`there is no template for ${event}.`);
    const { site_name: site } = await host.settings('basics');
    const values: TemplateValues = { site, code, minutes };
    const sending = await this.#dispatch(message, values, template).catch((error: unknown): Sending => ({
      state: 'failed',
      answer: String(error),
    }));
    // Whoever reads the outbox must not be able to use a code that somebody else has.
    const shown = { ...values, code: sending.state === 'kept' ? code : mask };
    const text = to.type === 'email' ? mailTexts(template, language, shown).text : smsText(template, language, shown);
    await host
      .rows('user_outbox', host.system)
      .add({
        channel: to.type,
        event,
        target: to.target,
        state: sending.state,
        text,
        answer: sending.answer?.replaceAll(code === '' ? mask : code, mask).slice(0, 500) ?? null,
      });
    if (sending.state === 'kept' && process.env['NODE_ENV'] === 'development') host.log(`${to.target}: ${text}`);
  }

  async #dispatch(
    { to, event, language, code = '' }: Message,
    values: TemplateValues,
    template: Template,
  ): Promise<Sending> {
    const { host } = this.#parts;
    if (!(await isSetUp(this.#parts, to.type))) return { state: 'kept' };
    await this.#countHour(to);
    if (to.type === 'email') {
      await host.mail.send({ to: to.target, ...mailTexts(template, language, values) });
      return { state: 'queued' };
    }
    const gateway = gatewayOf(await host.settings('sms'))!;
    const text = smsText(template, language, values);
    return { state: 'sent', answer: await gateway.send({ mobile: to.target, event, text, code }, host.fetch) };
  }

  /** The budget of the whole site: nobody runs up its bill, or has its mails taken for spam. */
  async #countHour({ type }: Contact): Promise<void> {
    const { mail_per_hour: mails, sms_per_hour: texts } = await this.#parts.host.settings('member');
    const [key, max] = type === 'email' ? (['mail-hour', mails] as const) : (['sms-hour', texts] as const);
    await this.#parts.limiter(key, max, hour).consume(type);
  }
}

type Template = Parameters<typeof mailTexts>[0];

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
