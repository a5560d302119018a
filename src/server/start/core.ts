import type { PluginHost } from '#plugin';
import { defaultLanguage, type Caller } from '#resource';
import { RequestChanges } from '../access/audit/requestChanges.ts';
import { createAudit, secretsOf } from '../access/audit/audit.ts';
import { firstStart } from '../access/firstStart.ts';
import { fillNameKeys } from '../access/nameKeys.ts';
import { PermissionStore } from '../access/permissionStore.ts';
import { syncRules } from '../access/syncRules.ts';
import { superAdministrators } from '../access/superAdministrators.ts';
import { titlesOf } from '../access/titleOf.ts';
import { wantedInRealm, wantedRules } from '../access/wantedRules.ts';
import { forgetPlaces } from '../admin/area.ts';
import { sendInvitations } from '../admin/links/invitations.ts';
import { siteMail } from '../admin/links/siteMail.ts';
import { dashboardMenu } from '../admin/dashboard.ts';
import { profileMenu } from '../admin/profile.ts';
import { settingsMenu } from '../admin/siteSettings.ts';
import { Caches } from '../database/caches.ts';
import { fencedHost, type ServerHost } from '../fence/fencePlugin.ts';
import { catalogueOf, fieldsOf, listHost } from '../host/catalogue.ts';
import { personalDataHost } from '../host/personalData.ts';
import { pluginHmac } from '../host/pluginHmac.ts';
import { publicFetch } from '../host/publicFetch.ts';
import { realmHost } from '../host/realmHost.ts';
import { tableHost } from '../host/tableHost.ts';
import { accountRealm } from '../access/accountRealm.ts';
import { createAccess } from '../access/createAccess.ts';
import { adminDeclared, adminRealm } from '../access/adminRealm.ts';
import { sharedCounts } from '../rateLimits/windowCounts.ts';
import { fencedAttribute } from '../fence/fenceAttributes.ts';
import { pluginOwner } from '../fence/owner.ts';
import { noAttributes, withAttributes } from '../realms/attributes.ts';
import { usableAttributes } from '../realms/checkAttributes.ts';
import { usableRealms } from '../realms/checkRealms.ts';
import { endActing } from '../session/endActing.ts';
import { endSessions } from '../session/endSessions.ts';
import type { Moment } from '../realms/currentRights.ts';
import type { Realm } from '../realms/realm.ts';
import type { Imported } from '../table/import/runImport.ts';
import { Signatures } from '../routes/signatures.ts';
import { problemText } from '../http/answer.ts';
import type { Asking } from '../http/route.ts';
import { labelsFrom, terminalLanguage } from '../shared/messages.ts';
import { placeOf } from '../shared/placeOf.ts';
import { translated } from '../shared/translated.ts';
import { accountEvents } from '../services/accountEvents.ts';
import { openServices } from '../services/services.ts';
import { optionedFields } from '../loading/fieldOptions.ts';
import { failedJobEvents } from '../jobs/failedJobEvents.ts';
import { givenUpMails, mailHost, mailJob, type MailParts } from '../mail/mail.ts';
import { bulkEditNotices } from '../notices/bulkEditNotices.ts';
import { failedJobNotices } from '../notices/failedJobNotices.ts';
import { importNotices } from '../notices/importNotices.ts';
import { Notices } from '../notices/notices.ts';
import { Presence } from '../presence/presence.ts';
import { exportEvents } from '../security/exportEvents.ts';
import { importEvents } from '../security/importEvents.ts';
import { rowEvents } from '../security/rowEvents.ts';
import { SecurityLog } from '../security/securityLog.ts';
import { settingsEvents } from '../settings/settingsEvents.ts';
import { Attempts } from '../session/attempts.ts';
import { createClickCaptcha } from '../session/captcha/captcha.ts';
import { createCodes } from '../session/codes.ts';
import { createDevices } from '../session/devices.ts';
import { createPasswords } from '../session/passwords.ts';
import { createProofs } from '../session/proofs.ts';
import { serverSecret } from '../session/serverSecret.ts';
import { createTurns, type SignInParts } from '../session/signInParts.ts';
import { Tokens } from '../session/tokens.ts';
import { forgetTwoStep } from '../session/twoStep/forgetTwoStep.ts';
import { TwoStep } from '../session/twoStep/twoStep.ts';
import { openedActions } from '../settings/openedActions.ts';
import { openSettings } from '../settings/openSettings.ts';
import { modulesMenu } from '../modules/moduleStore.ts';
import { forgetSaved } from '../table/saved/forgetSaved.ts';
import { createGate } from '../table/createGate.ts';
import type { StoredImport } from '../table/import/storedImport.ts';
import { anonymizeAuditJob } from '../access/audit/anonymizeAudit.ts';
import { importJob } from '../jobs/importJob.ts';
import { tablesOf } from '../table/tablesOf.ts';
import { ownTables } from './ownTables.ts';
import { errorLog, type StartParts } from './parts.ts';

/** What every request needs, before there are routes: the gate, accounts and their rights, settings, logs, and the host of plugins. */
export async function openCore({
  config,
  zone,
  log,
  now,
  limits,
  schedules,
  passwordCost,
  workBits,
  failures,
  messages,
  sealer,
  database,
  registry,
  failedStarts,
  models,
  plugins,
}: StartParts) {
  const logError = errorLog(log);
  const passwords = createPasswords(passwordCost);
  // The first start says by itself what it has made; its entries are in the table, not lines of the terminal too.
  const eventLines = log.child({}, { level: 'error' });
  const events = new SecurityLog({ database, log: eventLines, messages, now });
  const others = usableRealms(plugins, [adminDeclared], models);
  const mail = {
    settings: () => settings.store.values('mail'),
    siteName: async () => (await settings.store.values('basics')).site_name,
  };
  const mailWithLinks = siteMail({
    messages,
    settings: async () => ({ mail: await mail.settings(), basics: await settings.store.values('basics') }),
  });
  const known = usableAttributes(
    plugins,
    [adminDeclared, ...others.realms].map(({ name }) => name),
    models,
    (plugin, attribute) => fencedAttribute({ owner: pluginOwner(plugin), failures, limit: limits.hook }, attribute),
  );
  const mailTried: MailParts['tried'] = (event) => services.events.tell('mail-tried', event);
  const services = await openServices({
    config,
    database,
    failures,
    limits,
    schedules,
    messages,
    plugins,
    ownJobs: [
      mailJob({ ...mail, sealer, log: (message) => log.warn(message), now, tried: mailTried }),
      anonymizeAuditJob(database),
      importJob((data, signal) =>
        gate.runImport(data, signal, { callerOf: importerOf, imported, patience: limits.importing }),
      ),
    ],
    async givenUp(jobs) {
      try {
        givenUpMails({ sealer, tried: mailTried })(jobs);
      } catch (error) {
        logError('nobody was told of a mail that was given up', error);
      }
      const notify = failedJobNotices(() => host, messages);
      await notify(jobs).catch((error: unknown) => logError('nobody was told of a job that was given up', error));
    },
    log: logError,
    hostOf: (name) =>
      name === 'server'
        ? host
        : fencedHost(
            plugins.find((each) => each.name === name)!,
            { failures, failedStarts, limits, services: registry },
            host,
          ),
  });
  const accountRealms = [adminDeclared, ...others.realms];
  const requestChanges = new RequestChanges();
  // The first start writes before there are sessions.
  let acting: ReturnType<Parameters<typeof endActing>[0]>;
  const listeners = [
    requestChanges.written,
    rowEvents(events),
    endSessions(accountRealms),
    forgetTwoStep(accountRealms, events),
    endActing(() => acting),
    sendInvitations({ mail: mailWithLinks, gate: () => gate }),
    accountEvents(services.events, accountRealms),
    failedJobEvents(services.jobs),
    forgetSaved(accountRealms, () => gate),
  ];
  const gate = createGate({
    database,
    models,
    translate: messages.find,
    say: (language, message) => translated(messages, language, message),
    explain: (language, problem) => problemText(problem, messages, language),
    hashPassword: passwords.hash,
    log: logError,
    now,
    written: async (tx, change) => {
      for (const listener of listeners) await listener(tx, change);
    },
    enqueueIn: services.jobs.enqueueIn,
    watchers: plugins.flatMap((plugin) => plugin.watch ?? []),
    exported: exportEvents(events, database),
    bulkEdited: (event) => bulkEdited(event),
    sealer,
    ...(limits.together !== undefined && { together: limits.together }),
  });
  const label = labelsFrom(messages);
  const menu = plugins.flatMap((plugin) => plugin.menu ?? []);
  const wanted = wantedRules(
    models,
    [
      dashboardMenu(label),
      settingsMenu(label),
      profileMenu(label),
      modulesMenu(label),
      ...menu.filter(({ realm = 'admin' }) => realm === 'admin'),
    ],
    label,
  );
  const made = new Map(wanted.map((rule) => [rule.name.toLowerCase(), rule]));
  const titles = titlesOf(wanted, label);
  await syncRules(gate, wanted);
  for (const { name, rights: own } of others.realms)
    if (own) await syncRules(gate, wantedInRealm(name, models, menu, label), { realm: name, table: own.rules });
  const firstAdmin = await firstStart(gate, label('auth:superGroup')!, config.adminPassword);
  // Lines of the security log are written whatever the level of the others is.
  eventLines.level = config.securityLogLevel ?? log.level;
  const doubles = (await fillNameKeys(gate)).map((each) =>
    messages.translate(terminalLanguage(process.env), 'start:nameDouble', { ...each }),
  );

  const rights = new PermissionStore(database, gate, openedActions);
  const tokens = new Tokens(database, now, (reason, caller) =>
    events.note({ kind: 'token_reuse', outcome: 'refused', caller, detail: { reason } }),
  );
  const captcha = createClickCaptcha(database, now, (event) => events.note(event), workBits);
  const devices = createDevices(serverSecret(database, 'devices'), now);
  const attempts = new Attempts(database, now);
  const caches = new Caches(
    database,
    [...tablesOf(models), ...ownTables].map((table) => table.name),
  );
  caches.add(gate.forget, forgetPlaces);
  const settings = await openSettings({
    config,
    database,
    gate,
    sealer,
    zone,
    declared: plugins.flatMap(({ name, settings: given = [] }) => given.map((group) => ({ plugin: name, group }))),
    watchers: plugins.flatMap((plugin) => plugin.watch ?? []),
    warn: (message) => log.warn(message),
    written: async (tx, change) => {
      await settingsEvents(events)(tx, change);
      tx.after.push(() => services.events.tell('settings-changed', { group: change.model.name }));
    },
    changed: () => caches.forget(),
  });
  const audit = createAudit(
    gate,
    titles,
    requestChanges,
    secretsOf([...models, ...settings.store.groups.map((group) => group.model)]),
    label('session:signInEntry')!,
    logError,
  );
  const signatures = new Signatures({
    secret: serverSecret(database, 'signatures'),
    now,
    sessionNumber: async (name, id) => (await realms.find((each) => each.name === name)?.identityOf(id))?.sessionNumber,
  });
  const counts = sharedCounts(database, now);
  const signIn: SignInParts = {
    gate,
    tokens,
    passwords,
    attempts,
    captcha,
    devices,
    twoStep: new TwoStep({ database, sealer, counts, secret: serverSecret(database, 'two-step'), now }),
    events,
    turns: createTurns(),
    now,
    signedIn: (who) => services.events.tell('signed-in', who),
    handOver: (visitor) => services.events.tellHere('visitor-signed-in', visitor),
  };
  const realmParts = {
    ...signIn,
    counts,
    codes: createCodes({
      database,
      counts,
      secret: serverSecret(database, 'codes'),
      now,
      note: (event) => events.note(event),
    }),
    proofs: createProofs(serverSecret(database, 'proofs'), counts, now),
    realms: () => realms,
  };
  const calling = publicFetch({ allowed: config.fetchPrivate ?? [] });
  const notices = new Notices({
    database,
    channel: services.channel,
    messages,
    realms: accountRealms,
    office: adminDeclared.name,
    supers: () => superAdministrators(gate),
    now,
    log: logError,
  });
  const presence = new Presence({ channel: services.channel, patience: limits.presence });
  const hostOf = (plugin: string): PluginHost => ({
    ...tableHost(gate),
    use: (name) => registry.use(name),
    useIfThere: (name) => registry.useIfThere(name),
    fetch: calling,
    settings: (name) => settings.store.values(name),
    log: (message) => log.info(message),
    placeOf,
    translate: ({ key, params }, language) => messages.translate(language, key, { ...params }),
    now,
    securityLog: ({ target, ...entry }) => events.note({ kind: 'plugin', target: `${plugin}: ${target}`, ...entry }),
    signedUrl: (address, options) => signatures.sign(address, options),
    hmac: pluginHmac(serverSecret(database, `plugin ${plugin}`)),
    ...notices.of(plugin, plugin === 'server' || plugins.some((each) => each.name === plugin && each.notices === true)),
    personalData: personalDataHost(gate, notices, events, tokens, services.jobs.enqueueIn),
    catalogue: (caller) => catalogueOf(gate, caller, accountRealms.find(({ name }) => name === caller.realm)?.base),
    ...listHost(gate),
    fieldsOf: (kinds) => fieldsOf(models, settings.store.groups, kinds),
    fieldOptions: () => optionedFields(models, plugin),
    mail: mailHost(services.of(plugin).enqueue, mail.settings),
    ...services.of(plugin),
    ...realmHost(realmParts, plugin),
  });
  const host: ServerHost = { ...hostOf('server'), of: hostOf };
  const attributeParts = {
    attributes: known.attributes,
    rowsAt: (name: string, moment?: Moment) =>
      (moment?.write ? gate.rowsIn(name as never, moment.write) : gate.rows(name as never)) as never,
  };
  const realms: readonly Realm[] = [
    adminRealm(rights, audit),
    ...others.realms.map((each) => accountRealm(each, { gate, database, host })),
  ].map((each) => withAttributes(each, attributeParts));
  const realm = realms[0]!;
  const attributes = noAttributes(known.attributes);
  const access = createAccess(
    database,
    tokens,
    realms,
    attributes,
    now,
    ({ ip, userAgent, requestId }, { name, base }, owner) =>
      events.note({
        kind: 'forbidden',
        outcome: 'refused',
        caller: { ...owner, ip, userAgent, requestId },
        target: base,
        detail: { reason: `session:notOf ${name}` },
      }),
  );
  const nobodyAsks: Asking = {
    realm,
    token: undefined,
    language: defaultLanguage,
    ip: '',
    userAgent: '',
    requestId: '',
  };
  acting = {
    realm,
    tokens,
    events,
    holds: async (family) => (await access.accountOf(nobodyAsks, realm, { family })).id > 0,
  };
  // The server itself tells administrators things; others have a bell where a plugin does.
  const withBell = plugins.some((each) => each.notices === true) ? realms : [realm];
  const importEnds = [importEvents(events, database, realms), importNotices(notices, messages, withBell)];
  const bulkEdited = bulkEditNotices(notices, messages, withBell);
  // The rows are written by now: what only tells of it takes nothing back, nor has the job run again.
  const imported = async (event: Imported): Promise<void> => {
    for (const tell of importEnds)
      await tell(event).catch((error: unknown) => logError('the end of an import was not told', error));
  };
  const importerOf = async ({
    realm: name,
    account_id: id,
    actor_id: actor,
    language,
  }: StoredImport): Promise<Caller> => {
    const own = realms.find((each) => each.name === name);
    const asking = { realm: own, token: undefined, language, ip: '', userAgent: '', requestId: '' };
    // The plugin of the realm is gone: the number is somebody else's in every other one.
    return own ? access.accountOf(asking, own, { id, ...(actor > 0 && { actor }) }) : access.visitor(asking);
  };
  return {
    logError,
    events,
    others,
    services,
    gate,
    label,
    menu,
    made,
    titles,
    firstAdmin,
    doubles,
    passwords,
    rights,
    tokens,
    captcha,
    attempts,
    signIn,
    mailWithLinks,
    counts,
    caches,
    settings,
    audit,
    signatures,
    calling,
    notices,
    presence,
    withBell,
    host,
    realm,
    realms,
    access,
    faults: [...others.faults, ...known.faults],
    site: () => settings.store.site(),
  };
}
export type Core = Awaited<ReturnType<typeof openCore>>;
