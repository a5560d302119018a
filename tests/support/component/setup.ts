import { afterEach, beforeEach, vi } from 'vitest';
import { forgetRequests } from './requests.ts';
import { begin, end } from './office.tsx';

// What antd would have named otherwise is for whoever brings its next version.
const isKnown = (complaint: string): boolean => /^Warning: \[antd: .*is deprecated/.test(complaint);
const complaints: string[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation((...args: readonly unknown[]) => void complaints.push(args.join(' ')));
  forgetRequests();
  await begin();
});
afterEach(() => {
  end();
  history.replaceState(null, '', '/');
  const unknown = complaints.splice(0).filter((each) => !isKnown(each));
  if (unknown.length > 0) throw new Error(`The console was told: ${unknown.join('\n')}`);
});
