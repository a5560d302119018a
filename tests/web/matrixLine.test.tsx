import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MatrixLine } from '../../src/web/fields/permissions/MatrixLine.tsx';
import { draw } from '../support/component/office.tsx';

it.each([3, 8])('shows each of %i actions that only this page has', async (count) => {
  const titles = Array.from({ length: count }, (_, at) => `Adjust ${at + 1}`);
  const permissions = titles.map((title, at) => ({ id: at + 2, title, action: `own${at}` }));
  const ids = permissions.map(({ id }) => id);
  const row = { id: 1, title: 'Members', depth: 0, isPage: true, view: undefined, permissions, leaves: ids, all: ids };
  await draw(
    <table className="matrix">
      <tbody>
        <MatrixLine {...{ row }} columns={[]} chosen="" disabled={false} hasOwn onTick={() => {}} />
      </tbody>
    </table>,
    { language: 'en' },
  );
  for (const title of titles)
    await expect.element(page.getByRole('checkbox', { name: `Members: ${title}`, exact: true })).toBeVisible();
});
