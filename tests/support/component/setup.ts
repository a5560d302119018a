import { afterEach, beforeEach, vi } from 'vitest';
import { forgetRequests } from './requests.ts';
import { begin, end } from './office.tsx';

const complaints: string[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation((...args: readonly unknown[]) => void complaints.push(args.join(' ')));
  forgetRequests();
  await begin();
});
afterEach(() => {
  end();
  history.replaceState(null, '', '/');
  const told = complaints.splice(0);
  if (told.length > 0) throw new Error(`The console was told: ${told.join('\n')}`);
});
