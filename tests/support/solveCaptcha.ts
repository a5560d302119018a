import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TestServer } from './server.ts';

export type Solved = Readonly<Record<'captchaId' | 'captchaInfo', string>>;
interface Box {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Where the characters of a picture are to be clicked; undefined when the picture is gone. */
export async function solutionOf({ app }: Pick<TestServer, 'app'>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ targets: string }>`SELECT targets FROM captcha WHERE key = ${id}`.execute(
    app.database.read,
  );
  if (!rows[0]) return undefined;
  const points = (JSON.parse(rows[0].targets) as Box[]).map(
    ({ left, top, size }) => `${Math.round(left + size / 2)},${Math.round(top + size / 2)}`,
  );
  return `${points.join('-')};350;260`;
}

/** Solves a picture as somebody would who sees where the characters are. */
export async function solvePicture(server: TestServer, ip?: string, purpose = ''): Promise<Solved> {
  const { json } = await server.request('GET', `/api/common/clickCaptcha?purpose=${purpose}`, from(ip));
  const { id } = json.data as { id: string };
  return { captchaId: id, captchaInfo: (await solutionOf(server, id))! };
}

/** Does the work that counts like a picture. */
export async function doWork(server: TestServer, ip?: string): Promise<Solved> {
  const { json } = await server.request('GET', '/api/common/workChallenge', from(ip));
  const { id, bits } = json.data as { id: string; bits: number };
  for (let solution = 0; ; solution += 1) {
    const hash = createHash('sha256').update(`${id}.${solution}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return { captchaId: id, captchaInfo: String(solution) };
  }
}

const from = (ip: string | undefined) => (ip === undefined ? {} : { headers: { 'x-forwarded-for': ip } });
