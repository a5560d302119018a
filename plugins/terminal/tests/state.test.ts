import { expect, it } from 'vitest';
import { terminal } from '../web/queue/store.ts';

it('begins with all that the specification names', () => {
  expect(terminal.getState()).toMatchObject({
    show: false,
    showDot: false,
    taskList: [],
    packageManager: 'pnpm',
    showPackageManagerDialog: false,
    showConfig: false,
    automaticCleanupTask: 1,
    port: 8000,
  });
});
