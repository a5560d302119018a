import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ImportState } from '#resource';
import { ReportStep } from '../../src/web/table/import/ReportStep.tsx';
import { mayUndo } from '../../src/web/table/import/UndoButton.tsx';
import { draw } from '../support/component/office.tsx';

const undone = (again: number) =>
  ({
    state: 'undone',
    added: 3,
    edited: 0,
    undone: 1,
    kept: 2,
    again,
    errors: [],
    failure: null,
  }) as unknown as ImportState;

it('says that what was refused can be undone later, and lets it be', async () => {
  await draw(<ReportStep state={undone(0)} />, { language: 'en' });
  await expect.element(page.getByText('Import undone')).toBeVisible();
  expect(mayUndo(undone(0))).toBe(false);
  await draw(<ReportStep state={undone(2)} />, { language: 'en' });
  await expect.element(page.getByText("Some records couldn't be restored for now.")).toBeVisible();
  expect(mayUndo(undone(2))).toBe(true);
});
