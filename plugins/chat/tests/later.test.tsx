import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '#component';
import { later } from '../web/lazy.tsx';

it('shows something else instead of a part that fails to be drawn, and all the others', async () => {
  const Part = later<{ readonly text: string }>(
    async () => ({
      default({ text }) {
        if (text === 'too deep') throw new RangeError('Maximum call stack size exceeded');
        return <b>{text}</b>;
      },
    }),
    ({ text }) => <code>{text}</code>,
  );
  // React tells of it.
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  await Part.preload();
  await draw(
    <>
      <Part text="first" />
      <Part text="too deep" />
      <Part text="last" />
    </>,
  );
  await expect.element(page.css('b').nth(1)).toHaveTextContent('last');
  await expect.element(page.css('code')).toHaveTextContent('too deep');
  expect(told).toHaveBeenCalledOnce();
});
