import { registerOwnList } from '../layout/ownLists.ts';
import { registerPage } from '../plugins/pluginPages.tsx';
import { adminRealm } from '../realms/admin.ts';

/** Registers the pages of the back office that no table makes, as plugins register theirs. */
export function registerOwnPages(): void {
  registerPage(
    adminRealm,
    'dashboard',
    async () => ({ default: (await import('../pages/dashboard/DashboardPage.tsx')).DashboardPage }),
    ['dashboard', 'chart'],
  );
  registerPage(
    adminRealm,
    'routine/config',
    async () => {
      const [{ SettingsPage }, { loadInputs }] = await Promise.all([
        import('../pages/settings/SettingsPage.tsx'),
        import('../fields/commonInputs.tsx'),
      ]);
      await loadInputs();
      return { default: SettingsPage };
    },
    ['config', 'table', 'validate'],
  );
  registerPage(
    adminRealm,
    'routine/adminInfo',
    async () => {
      const [{ ProfilePage }, { loadInputs }] = await Promise.all([
        import('../pages/profile/ProfilePage.tsx'),
        import('../fields/commonInputs.tsx'),
      ]);
      await loadInputs();
      return { default: ProfilePage };
    },
    ['profile', 'table', 'validate'],
  );
  registerPage(adminRealm, 'moduleStore/moduleStore', async () => ({
    default: (await import('../pages/modules/ModulesPage.tsx')).ModulesPage,
  }));
  registerOwnList('crud/log', async () => (await import('../pages/schema/SchemaLogPage.tsx')).SchemaLogPage);
}
