import { definePlugin, joinParts, sendMail, type ServerPlugin } from '#plugin';
import type { FieldsOf, Row } from '#resource';
import { memberRealm } from './realm.ts';
import { booksPart } from './server/booksPart.ts';
import { createLedger } from './server/ledger/createLedger.ts';
import { bindingRoutes } from './server/account/binding.ts';
import { dashboardRoutes } from './server/account/dashboard.ts';
import { ownDataRoutes } from './server/account/ownData.ts';
import { passwordRoutes } from './server/account/passwords.ts';
import { profileRoutes } from './server/account/profile.ts';
import { sessionRoutes } from './server/account/sessions.ts';
import { centreMenu } from './server/centreMenu.ts';
import { codeRoutes } from './server/codes/codeRoutes.ts';
import { firstTemplates, Messages, outboxAnswers } from './server/codes/messages.ts';
import { templateTests } from './server/codes/sendTest.ts';
import { clearCodes, forgetMessages, outboxResource } from './server/codes/outbox.ts';
import { smsGroup } from './server/codes/sms/settings.ts';
import { templateResource } from './server/codes/templates.ts';
import { enterRoutes } from './server/enter/enterRoutes.ts';
import { findAccount, spelling } from './server/enter/findAccount.ts';
import { firstStart } from './server/firstStart.ts';
import { memberInfo } from './server/memberInfo.ts';
import { memberParts } from './server/memberParts.ts';
import { memberGroup } from './server/settings.ts';
import { eraseMember } from './server/tables/closeAccount.ts';
import { groupResource } from './server/tables/group.ts';
import { invitationResource } from './server/tables/invitation.ts';
import { ruleResource } from './server/tables/rule.ts';
import { forgetSignIns, signInResource } from './server/tables/signIn.ts';
import { userResource } from './server/tables/user.ts';
import { withLabels } from './server/withLabels.ts';

/** The plugin for one application; two in one process share nothing. */
export function member(): ServerPlugin {
  const parts = memberParts();
  const messages = new Messages(parts);
  return definePlugin({
    name: 'member',
    label: { 'zh-cn': '会员中心', en: 'Member centre' },
    description: {
      'zh-cn': '会员的注册、登录与个人中心，以及余额和积分的账本。',
      en: 'Members sign up, sign in and manage their account. Balances and points are kept in a ledger.',
    },
    icon: 'fa fa-id-card-o',
    realms: [{ ...memberRealm, findAccount, spelling, userInfo: (row) => memberInfo(row as Row<FieldsOf<'user'>>) }],
    provides: { ledger: createLedger },
    // Of the upload plugin: whose a picture is.
    mayUse: ['files'],
    ...joinParts([
      { start: (host) => parts.begin(host) },
      {
        resources: [userResource, groupResource, ruleResource, signInResource, invitationResource],
        settings: [memberGroup, smsGroup(parts)],
        menu: centreMenu,
        jobs: [forgetSignIns, eraseMember],
      },
      { resources: [templateResource, outboxResource], jobs: [sendMail, clearCodes, forgetMessages] },
      firstStart(parts),
      firstTemplates(parts),
      outboxAnswers(parts),
      templateTests(parts),
      withLabels(enterRoutes(parts)),
      withLabels(codeRoutes(parts, messages)),
      withLabels(profileRoutes(parts)),
      dashboardRoutes(parts),
      withLabels(passwordRoutes(parts)),
      withLabels(bindingRoutes(parts, messages)),
      sessionRoutes(parts),
      withLabels(ownDataRoutes(parts)),
      booksPart(parts),
    ]),
  });
}

export default member();
