import { vi } from 'vitest';
import { solvePicture, type TestServer } from '#test';

export const password = 'Correct-Horse 9';
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly errors?: Readonly<Record<string, string>> };
}

/** Somebody with a browser, at an address of their own. */
export class Person {
  readonly server: TestServer;
  readonly ip: string;
  token: string | undefined;

  constructor(server: TestServer, ip = '203.0.113.7') {
    this.server = server;
    this.ip = ip;
  }

  get headers(): Record<string, string> {
    return { 'x-forwarded-for': this.ip, ...(this.token !== undefined && { 'ba-user-token': this.token }) };
  }

  async get(url: string, query?: Readonly<Record<string, unknown>>): Promise<Envelope> {
    return (await this.server.request('GET', `/api${url}`, { headers: this.headers, query })).json as Envelope;
  }

  async post(url: string, body: Readonly<Record<string, unknown>> = {}): Promise<Envelope> {
    return (await this.server.request('POST', `/api${url}`, { headers: this.headers, body })).json as Envelope;
  }

  /** The same with a solved security check. */
  async solved(purpose: string, url: string, body: Readonly<Record<string, unknown>>): Promise<Envelope> {
    return this.post(url, { ...body, ...(await solvePicture(this.server, this.ip, purpose)) });
  }

  /** Asks for a code, and takes it out of the outbox, where it stands while no mail is set up. */
  async code(event: string, email: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const target = email.toLowerCase();
    const before = (await outbox(this.server, target)).length;
    const isMobile = /^\d+$/.test(email);
    const answer = await (isMobile
      ? this.solved('member.code', '/Sms/send', { mobile: email, template_code: event, ...more })
      : this.solved('member.code', '/Ems/send', { email, event, ...more }));
    if (answer.code !== 1) throw new Error(`no code for ${target}: ${JSON.stringify(answer)}`);
    const sent = await vi.waitUntil(async () => (await outbox(this.server, target))[before], { timeout: 300_000 });
    return sent.code ?? '';
  }

  async register(
    username: string,
    email = `${username.toLowerCase()}@example.com`,
    more: object = {},
  ): Promise<Envelope> {
    const captcha = await this.code('user_register', email);
    const answer = await this.post('/user/checkIn', { ...registration(username, email, captcha), ...more });
    this.token = (answer.data?.['userInfo'] as { token?: string } | undefined)?.token;
    return answer;
  }

  async signIn(username: string, secret = password): Promise<Envelope> {
    const answer = await this.post('/user/checkIn', { tab: 'login', username, password: secret, keep: true });
    this.token = (answer.data?.['userInfo'] as { token?: string } | undefined)?.token;
    return answer;
  }
}

export const registration = (username: string, email: string, captcha: string) => ({
  tab: 'register',
  username,
  password,
  registerType: 'email',
  email,
  captcha,
});

export const outbox = (server: TestServer, target: string) =>
  server.app.gate.rows('user_outbox').list({ target }, { sort: 'id' });

/** Opens the member centre, and changes other settings of the site. */
export async function configure(server: TestServer, values: Readonly<Record<string, unknown>>): Promise<void> {
  const token = await server.signIn();
  const { json } = await server.request('POST', '/api/admin/routine.Config/edit', { token, body: values });
  if (json.code !== 1) throw new Error(json.msg);
}
export const openCentre = (server: TestServer): Promise<void> => configure(server, { open_member_center: 1 });
