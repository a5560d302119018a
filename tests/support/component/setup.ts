import './quiet.ts';
import './ownerStacks.ts';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { forgetRequests } from './requests.ts';
import { begin, end } from './office.tsx';

const complaints: string[] = [];
/**
 * React's word for a drawing that was broken off and told something meanwhile. Came once in many runs, on a loaded machine and
 * without the component's name, and in none of 26 repeats: a test that fails by it says nothing that could be mended.
 */
const brokenOff = "Can't perform a React state update on a component that hasn't mounted yet.";

// What plugins bring is for tests of their own: the server behind components runs none of them.
const off = document.head.appendChild(document.createElement('meta'));
off.name = 'plugins-off';
off.content = Object.keys(import.meta.glob('../../../plugins/*/web.tsx'))
  .map((file) => file.split('/').at(-2))
  .join(' ');

// How many rows fit a page follows the window, which the file before may have changed.
beforeAll(() => page.viewport(1280, 800));
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation((...args: readonly unknown[]) => {
    const said = args.join(' ');
    if (!said.startsWith(brokenOff)) complaints.push(said);
  });
  forgetRequests();
  await begin();
});
afterEach(() => {
  end();
  history.replaceState(null, '', '/');
  const reported = complaints.splice(0);
  if (reported.length > 0) throw new Error(`The console was told: ${reported.join('\n')}`);
});
