import { sentenceRoutes } from '../access/audit/sentenceRoutes.ts';
import { areaRoutes } from '../admin/area.ts';
import { cacheRoutes } from '../admin/clearCache.ts';
import { badgeRoutes, hasBadges } from '../admin/badges.ts';
import { firstSteps } from '../admin/firstSteps.ts';
import { forgottenRoutes } from '../admin/links/forgotten.ts';
import { invitationRoutes } from '../admin/links/invitations.ts';
import { findRoute } from '../admin/findRecords.ts';
import { dashboardRoutes } from '../admin/dashboard.ts';
import { levelRoutes } from '../admin/levels.ts';
import { profilePath, profileRoutes } from '../admin/profile.ts';
import { settingsRoutes } from '../admin/siteSettings.ts';
import { startRoutes } from '../admin/start.ts';
import { tableInfoRoutes } from '../admin/tableInfo.ts';
import { commonRoutes } from '../api/common.ts';
import { planSchema } from '../database/applySchema.ts';
import { failureText, ownedFailureText } from '../fence/failureTexts.ts';
import { pluginOwner } from '../fence/owner.ts';
import type { Route } from '../http/route.ts';
import { createLimiter } from '../rateLimits/rateLimiter.ts';
import { actingRoutes } from '../session/actingRoutes.ts';
import { signInRoutes } from '../session/signInRoutes.ts';
import { twoStepRoutes } from '../session/twoStep/twoStepRoutes.ts';
import { openStartRoutes, startRoute } from '../api/startRoute.ts';
import { presenceRoute } from '../presence/presenceRoute.ts';
import { assertNobodyLockedOut } from '../settings/lockedOut.ts';
import { moduleRoutes } from '../modules/moduleStore.ts';
import { savedRoutes } from '../table/saved/savedRoutes.ts';
import { tableRoutes } from '../table/tableRoutes.ts';
import { wantedTables } from './ownTables.ts';
import type { Core } from './core.ts';
import type { Realm } from '../realms/realm.ts';
import type { StartParts } from './parts.ts';

/** The routes of the product and of all tables; `faults` tells what could not be used, once everything is there. */
export function productRoutes(
  { now, failures, failedStarts, messages, database, models, plugins, found, restart }: StartParts,
  core: Core,
  faults: () => readonly string[],
): Route[] {
  const { gate, rights, tokens, passwords, attempts, captcha, events, others } = core;
  const { realm, realms, label, menu, made, caches, host, settings, site, logError } = core;
  const bellOf = (each: Realm) => (core.withBell.includes(each) ? core.notices.state.bind(core.notices) : undefined);
  const contain = (error: unknown): undefined => failures.contain(error);
  return [
    ...realms.flatMap((each) => signInRoutes(core.signIn, each)),
    ...realms.flatMap((each) =>
      twoStepRoutes({ ...core.signIn, label, siteName: async () => String((await site()).siteName) }, each),
    ),
    presenceRoute(gate, core.presence, realm),
    ...actingRoutes({ gate, realm, tokens, events, label }),
    ...forgottenRoutes({
      gate,
      captcha,
      events,
      database,
      counts: core.counts,
      realm,
      mail: core.mailWithLinks,
      now,
      later: (work) =>
        void setImmediate(() => void work().catch((error: unknown) => logError('a link was not sent', error))),
    }),
    ...invitationRoutes({ gate, realm, counts: core.counts, events, now }),
    ...startRoutes({
      gate,
      realm,
      rights,
      site,
      badges: hasBadges(gate),
      bell: bellOf(realm),
      profile: made.get(profilePath.toLowerCase())!,
    }),
    ...others.realms.flatMap(({ name }) => {
      const own = realms.find((each) => each.name === name)!;
      return [startRoute(own, { gate, models, menu, label, bell: bellOf(own), site }), ...openStartRoutes(own, site)];
    }),
    ...badgeRoutes(gate, contain),
    ...commonRoutes({ tokens, realms, captcha }),
    ...profileRoutes({ gate, realm, rights, tokens, passwords, attempts, events, messages, mail: core.mailWithLinks }),
    ...sentenceRoutes({ gate, messages }),
    ...areaRoutes,
    ...levelRoutes(gate),
    ...realms.map((each) => findRoute(gate, each)),
    ...cacheRoutes(caches, events, label('layout:cache.open')),
    ...tableInfoRoutes(gate),
    ...dashboardRoutes({
      gate,
      cards: plugins.flatMap((plugin) => plugin.cards ?? []),
      host,
      messages,
      prefer: label('rule:prefer')!,
      log: logError,
      now,
      failures: (language) => [
        ...faults().map((text) => ({ text })),
        ...failures
          .list()
          .map((failure) => ({
            text: ownedFailureText(messages, language, failure),
            count: failure.count,
            time: failure.time,
          })),
      ],
      firstSteps: (language) =>
        firstSteps(
          {
            gate,
            files: found.files ?? new Map(),
            basics: () => settings.store.values('basics'),
            mail: () => settings.store.values('mail'),
            added: plugins.flatMap((plugin) => plugin.firstSteps ?? []),
            host,
          },
          language,
        ),
      contain,
    }),
    ...settingsRoutes({
      store: settings.store,
      dialect: database.dialect,
      translate: messages.find,
      label,
      messages,
      limiter: createLimiter(core.counts, { key: 'settings test', max: 10, timeWindow: 60_000 }, now),
      assertSafe: (caller, body) => assertNobodyLockedOut({ database, rights, now }, caller, body),
    }),
    ...moduleRoutes({
      label,
      database,
      found,
      running: new Set(plugins.map(({ name }) => name)),
      events,
      version: async () => String((await site()).version),
      plan: async (wanted) => planSchema(database, await wantedTables(database, wanted)),
      faults: (folder) => faults().filter((text) => text.startsWith(`plugins/${folder}/`)),
      failures(plugin, language) {
        const begins = [`plugins/${found.folders?.get(plugin) ?? plugin}/`, `${pluginOwner(plugin)}: `];
        const own = faults().filter((text) => begins.some((each) => text.startsWith(each)));
        return [...own, ...failures.of(pluginOwner(plugin)).map((each) => failureText(messages, language, each))];
      },
      notStarted: (plugin) => failedStarts.reason(plugin),
      restart,
      now,
    }),
    ...realms.flatMap((each) =>
      savedRoutes(gate, each, {
        save: label('rule:saveView')!,
        remove: label('rule:deleteView')!,
        open: label('rule:openView')!,
        prefer: label('rule:prefer')!,
      }),
    ),
    ...realms.flatMap((each) => tableRoutes(gate, each)),
  ];
}
