import { lazy } from 'react';
import {
  definePlugin,
  lazyView,
  loadTexts,
  registerDashboardWidget,
  registerFormSection,
  registerHeaderEntry,
  registerRealm,
  registerRenderer,
  registerTableField,
} from '#web';
import { memberRealm } from './realm.ts';

export default definePlugin({
  name: 'member',
  // All of it is fetched when it is first shown: this file is loaded with the first page.
  register() {
    const centre = registerRealm({
      ...memberRealm,
      signIn: '/user/checkIn',
      signOut: '/user/logout',
      profile: 'account/profile',
      texts: 'enter',
      signInForm: () => import('./web/enter/EnterForm.tsx'),
      frame: async () => (await Promise.all([import('./web/centre/CentreFrame.tsx'), loadTexts('centre')]))[0],
    });
    // On public pages alone, whose header the centre has too.
    registerHeaderEntry(
      'member-nav',
      lazy(() => import('./web/site/SiteNav.tsx')),
      { site: 'links', realms: [] },
    );
    for (const [name, node] of [
      ['signUps', 'user/user/index'],
      ['points', 'user/scoreLog/index'],
    ] as const)
      registerDashboardWidget(name, {
        title: `memberOffice:${name}`,
        size: 'half',
        node,
        route: `/admin/user.course/${name}`,
        load: () => import('./web/office/MemberCourse.tsx'),
      });
    for (const table of ['user_money_log', 'user_score_log'] as const)
      registerFormSection({
        name: 'balance',
        table,
        load: () => import('./web/office/BalanceAfter.tsx'),
        texts: ['scoreLog'],
      });
    const Owned = lazyView(() => import('./web/office/OwnedCell.tsx'), { texts: ['memberOffice'], height: 22 });
    for (const name of ['money', 'score'] as const)
      // Its sign and what groups it stand beside the digits.
      registerTableField('user', name, { Cell: Owned, Whole: Owned, textOf: ({ value }) => `¥,${String(value)}` });
    // For tables of other plugins, whose rows name members by number: they may be there without us.
    registerRenderer('member', {
      Cell: lazyView(() => import('./web/office/MemberCell.tsx'), { height: 22 }),
      width: 140,
      align: 'left',
    });
    for (const action of ['adjustMoney', 'adjustScore'])
      registerFormSection({
        name: 'balance',
        table: 'user',
        action,
        load: () => import('./web/office/Adjustment.tsx'),
        texts: ['scoreLog'],
      });
    registerFormSection({
      name: 'preview',
      table: 'user_template',
      load: () => import('./web/office/TemplatePreview.tsx'),
      texts: ['template'],
    });
    centre.registerPage('account/overview', () => import('./web/pages/OverviewPage.tsx'), 'centre');
    centre.registerPage('account/profile', () => import('./web/pages/ProfilePage.tsx'), 'centre', 'enter');
    centre.registerPage('account/changePassword', () => import('./web/pages/SecurityPage.tsx'), 'centre', 'enter');
    centre.registerPage('account/balance', () => import('./web/pages/BalancePage.tsx'), 'centre');
    centre.registerPage('account/integral', () => import('./web/pages/PointsPage.tsx'), 'centre');
  },
});
