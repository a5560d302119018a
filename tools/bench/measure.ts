import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { leanEnvironment, leanFlags } from '../lean.ts';
import type { Case } from './cases.ts';

export interface Server {
  readonly address: string;
  readonly child: ChildProcess;
  readonly headers: Readonly<Record<string, string>>;
}
export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  readonly max: number;
  /** Answers that were not code 1. */
  readonly failed: number;
}

/** Starts a script of this folder that prints its address. */
export function startServer(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Server> {
  // The bare server too: what is compared is the code.
  const child = spawn(process.execPath, [...leanFlags, join(import.meta.dirname, script), ...args], {
    env: { ...process.env, ...leanEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`${script} ended with ${code}`)));
    // The lines of a log may stand before it.
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (URL.canParse(line)) resolve({ address: line, child, headers: {} });
    });
  });
}

export async function stopServer({ child }: Server): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await closed;
}

/** The answer without its time; what both servers must agree on. */
export async function answerOf({ address, headers }: Server, { path }: Case): Promise<string> {
  return (await (await fetch(address + path, { headers })).text()).replace(/"time":\d+/, '"time":0');
}

/** Milliseconds from which on one answer after the other is measured. */
const slow = 40;

/**
 * Sixteen connections for some seconds, after a warm-up. Of what is slow a server does one at a time anyway, and would
 * go on with what has piled up into the next measurement: that is asked for on one connection.
 */
export async function measure(server: Server, each: Case, seconds: number): Promise<Measured> {
  const took = each.body ? 0 : await timeOf(server, each);
  if (took > slow)
    return fire(server, each, { connections: 1, amount: Math.max(3, Math.ceil((seconds * 1000) / took)) });
  await fire(server, each, { connections: 16, duration: 1 });
  return fire(server, each, { connections: 16, duration: seconds });
}

/** The second answer's milliseconds. */
async function timeOf(server: Server, each: Case): Promise<number> {
  await answerOf(server, each);
  const began = performance.now();
  await answerOf(server, each);
  return performance.now() - began;
}

/** Rows that a connection edits are its own, also in the run after. */
let number = 0;
const startedAt = 1000;

export async function fire(
  { address, headers }: Server,
  { path, body }: Case,
  effort: { connections: number; duration?: number; amount?: number },
): Promise<Measured> {
  let failed = 0;
  const result = await autocannon({
    url: address,
    ...effort,
    timeout: 60,
    requests: [
      {
        method: body ? 'POST' : 'GET',
        path,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && {
          setupRequest: (request: autocannon.Request, context: { last?: { id: number; version: number } }) => ({
            ...request,
            body: JSON.stringify(body(startedAt + (number += 1), context.last)),
          }),
        }),
        onResponse(_status: number, text: string, context: object) {
          if (!text.startsWith('{"code":1,')) failed += 1;
          if (body) Object.assign(context, { last: (JSON.parse(text) as { data?: { row?: object } }).data?.row });
        },
      },
    ],
  });
  return {
    perSecond: result.requests.total / result.duration,
    p99: result.latency.p99,
    max: result.latency.max,
    failed: failed + result.errors,
  };
}
