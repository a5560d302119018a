import { registerPage } from './pluginPages.tsx';

/** Registers the pages of the back office that no table makes, as plugins register theirs. */
export function registerOwnPages(): void {
  registerPage('dashboard', async () => ({ default: (await import('./pages/dashboard/DashboardPage.tsx')).DashboardPage }), 'dashboard');
  registerPage('routine/config', async () => {
    const [{ SettingsPage }, { loadInputs }] = await Promise.all([import('./pages/settings/SettingsPage.tsx'), import('./fields/commonInputs.tsx')]);
    await loadInputs();
    return { default: SettingsPage };
  }, 'config', 'table', 'validate');
}
