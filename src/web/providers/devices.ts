import { readStored, store } from '../settings/storage.ts';

const key = 'signInDevices';
/** Accounts that this browser is known for. */
const most = 5;

/** Tokens by which the server knows that this browser has signed in before; they let nobody in by themselves. */
export function readDevices(): string[] {
  try {
    const tokens: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(tokens) ? tokens.filter((token) => typeof token === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/**
 * Keeps the token of the account that has just signed in; its first part says which of the others it takes the place
 * of.
 */
export function keepDevice(token: string): void {
  const account = token.split('.')[0];
  const others = readDevices().filter((each) => each.split('.')[0] !== account);
  store(key, JSON.stringify([token, ...others].slice(0, most)));
}
