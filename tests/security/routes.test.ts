import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

/** Every endpoint there is, and who may call it. One that is not in this table fails the test below. */
const declared = [
  ['GET', '/admin/Index/login', 'everyone'],
  ['POST', '/admin/Index/login', 'everyone'],
  ['POST', '/admin/Index/logout', 'everyone'],
  ['POST', '/admin/auth.admin/signInAs', 'signed-in'],
  ['POST', '/admin/Index/signBack', 'signed-in'],
  ['POST', '/admin/Index/forgotten', 'everyone'],
  ['POST', '/admin/Index/resetPassword', 'everyone'],
  ['POST', '/admin/Index/invitation', 'everyone'],
  ['POST', '/admin/Index/acceptInvitation', 'everyone'],
  ['GET', '/admin/Index/index', 'signed-in'],
  ['GET', '/admin/Index/badges', 'signed-in'],
  ['POST', '/admin/ajax/presence', 'signed-in'],
  ['POST', '/api/common/refreshToken', 'everyone'],
  ['GET', '/api/common/clickCaptcha', 'everyone'],
  ['POST', '/api/common/checkClickCaptcha', 'everyone'],
  ['GET', '/api/common/workChallenge', 'everyone'],
  ['GET', '/admin/ajax/area', 'signed-in'],
  ['GET', '/api/ajax/area', 'everyone'],
  ['POST', '/admin/ajax/clearCache', 'signed-in'],
  ['GET', '/admin/ajax/getTableList', 'signed-in'],
  ['GET', '/admin/ajax/getTablePk', 'signed-in'],
  ['GET', '/admin/ajax/getDatabaseConnectionList', 'signed-in'],
  ['GET', '/admin/ajax/getTableFieldList', 'signed-in'],
  ['GET', '/admin/ajax/group', 'signed-in'],
  ['GET', '/admin/ajax/findRecords', 'signed-in'],
  ['GET', '/admin/ajax/getProject', 'signed-in'],
  ['POST', '/admin/ajax/saveView', 'signed-in'],
  ['GET', '/admin/ajax/viewGroups', 'signed-in'],
  ['POST', '/admin/ajax/deleteView', 'signed-in'],
  ['POST', '/admin/ajax/openView', 'signed-in'],
  ['POST', '/admin/ajax/saveColumns', 'signed-in'],
  ['POST', '/admin/ajax/saveDashboard', 'signed-in'],
  ['GET', '/admin/routine.AdminInfo/index', 'signed-in'],
  ['POST', '/admin/routine.AdminInfo/edit', 'signed-in'],
  ['GET', '/admin/routine.AdminInfo/log', 'signed-in'],
  ['GET', '/admin/auth.adminLog/sentences', 'auth/adminLog/index'],
  ['GET', '/admin/routine.AdminInfo/twoStep', 'signed-in'],
  ['POST', '/admin/routine.AdminInfo/twoStepBegin', 'signed-in'],
  ['POST', '/admin/routine.AdminInfo/twoStepEnable', 'signed-in'],
  ['POST', '/admin/routine.AdminInfo/twoStepDisable', 'signed-in'],
  ['POST', '/admin/routine.AdminInfo/twoStepCodes', 'signed-in'],
  ['GET', '/admin/routine.Config/index', 'routine/config/index'],
  ['GET', '/admin/Dashboard/index', 'dashboard/index'],
  ['GET', '/admin/module/index', 'moduleStore/moduleStore/index'],
  ['GET', '/admin/module/state', 'moduleStore/moduleStore/index'],
  ['POST', '/admin/module/changeState', 'moduleStore/moduleStore/changeState'],
  ['POST', '/admin/routine.Config/edit', 'routine/config/edit'],
  ['POST', '/admin/routine.Config/test', 'routine/config/edit'],
  ['POST', '/admin/routine.Config/sendTestMail', 'routine/config/edit'],
  ['GET', '/admin/:controller/manifest', 'signed-in'],
  ['GET', '/admin/:controller/index', 'signed-in'],
  ['GET', '/admin/:controller/select', 'signed-in'],
  ['GET', '/admin/:controller/edit', 'signed-in'],
  ['GET', '/admin/:controller/history', 'signed-in'],
  ['GET', '/admin/:controller/export', 'signed-in'],
  ['GET', '/admin/:controller/import', 'signed-in'],
  ['GET', '/admin/:controller/importTemplate', 'signed-in'],
  ['POST', '/admin/:controller/import', 'signed-in'],
  ['POST', '/admin/:controller/add', 'signed-in'],
  ['POST', '/admin/:controller/edit', 'signed-in'],
  ['DELETE', '/admin/:controller/del', 'signed-in'],
  ['DELETE', '/admin/:controller/destroy', 'signed-in'],
  ['POST', '/admin/:controller/restore', 'signed-in'],
  ['POST', '/admin/:controller/sortable', 'signed-in'],
  ['POST', '/admin/:controller/bulkEdit', 'signed-in'],
  ['POST', '/admin/:controller/undoEdit', 'signed-in'],
  ['POST', '/admin/:controller/restoreValues', 'signed-in'],
  ['GET', '/admin/:controller/bulkJob', 'signed-in'],
  ['POST', '/admin/:controller/bulkJob', 'signed-in'],
  ['POST', '/admin/:controller/retry', 'signed-in'],
  ['POST', '/admin/:controller/resetTwoStep', 'signed-in'],
  ['POST', '/admin/:controller/signInAs', 'signed-in'],
  ['POST', '/admin/:controller/resend', 'signed-in'],
] as const;

type Row = 'own' | 'foreign' | 'missing';
/** What each caller gets from each action of the table of articles, by whose row it is: the business code. */
const answers: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Row, number>>>>>> = {
  'GET edit': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: { own: 1, foreign: 0, missing: 0 },
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'GET history': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'POST edit': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'POST sortable': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'DELETE del': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'POST bulkEdit': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  // No row is the id of an edit: what is not the caller's own answers like none.
  'GET bulkJob': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: all(0),
    super: all(0),
  },
  'POST bulkJob': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: all(0),
    super: all(0),
  },
  'POST undoEdit': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: all(0),
    super: all(0),
  },
  // It has a case of its own in restoreValues.test.ts; here there is no such edit, of whomever the record is.
  'POST restoreValues': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: all(0),
    super: all(0),
  },
  'POST restore': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
  'DELETE destroy': {
    nobody: all(302),
    garbage: all(302),
    without: all(401),
    reader: all(401),
    writer: { own: 1, foreign: 0, missing: 0 },
    super: { own: 1, foreign: 1, missing: 0 },
  },
};
function all(code: number): Record<Row, number> {
  return { own: code, foreign: code, missing: code };
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  const tokens: Record<string, string | undefined> = { nobody: undefined, garbage: 'x'.repeat(43) };
  const callers: Record<string, number> = {};

  beforeAll(async () => {
    server = await startServer(await place(), { resources: sampleTables });
    tokens['super'] = await server.signIn();
    callers['super'] = 1;
    const { gate } = server.app;
    const person = async (username: string, names: readonly string[]): Promise<void> => {
      const rules = await gate
        .rows('admin_rule')
        .list({ name: { in: names.map((name) => `content/article/${name}`) } });
      const { id } = await gate
        .rows('admin_group')
        .add({ name: username, pid: 1, rule_ids: rules.map((rule) => rule.id) });
      callers[username] = (
        await gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [id] })
      ).id;
      tokens[username] = await server.signIn(username, 'Person-1');
    };
    await person('without', []);
    await person('reader', ['index']);
    await person('writer', ['index', 'add', 'edit', 'del', 'sortable', 'restore', 'destroy', 'history']);
  });
  afterAll(() => server.close());

  it('has no endpoint that is not declared, and none that is declared otherwise', () => {
    const found = server.app.routes.map(({ method, url, node }) => `${method} ${url} ${node}`);
    expect(found.toSorted()).toEqual(declared.map((route) => route.join(' ')).toSorted());
  });

  it.each(declared.filter(([, , node]) => node !== 'everyone'))(
    '%s %s sends away who is not signed in',
    async (method, url) => {
      for (const [header, token] of [
        ['batoken', undefined],
        ['batoken', 'x'.repeat(43)],
        ['ba-user-token', tokens['super']],
      ] as const) {
        for (const controller of ['content.article', 'no.such']) {
          const path = `/api${url.replace(':controller', controller)}`;
          const { json } = await server.request(method, path, {
            headers: token ? { [header]: token } : {},
            ...(method === 'POST' && { body: {} }),
          });
          expect(json).toMatchObject({ code: 302, data: { routePath: '/admin/login' } });
        }
      }
    },
  );

  describe.each(Object.keys(answers))('%s', (action) => {
    it.each(['nobody', 'garbage', 'without', 'reader', 'writer', 'super'])(
      'answers %s as declared, for their own row, a foreign one and none',
      async (who) => {
        const [method, name] = action.split(' ') as [string, string];
        for (const whose of ['own', 'foreign', 'missing'] as const) {
          const ids = await rowsFor(name, whose === 'foreign' ? 777 : (callers[who] ?? 777));
          const id = whose === 'missing' ? 999_999 : ids[0]!;
          const asked =
            method === 'GET'
              ? { query: { id } }
              : method === 'DELETE'
                ? { query: { ids: [id] } }
                : { body: bodyOf(name, id, ids[1]!) };
          const { json } = await server.request(method, `/api/admin/content.article/${name}`, {
            token: tokens[who],
            ...asked,
          });
          expect(json.code, `${whose}: ${json.msg}`).toBe(answers[action]![who]![whose]);
        }
      },
    );
  });

  const bodies: Record<string, (id: number, targetId: number) => Record<string, unknown>> = {
    edit: (id) => ({ id, title: `changed ${id}` }),
    bulkEdit: (id) => ({ ids: [id], values: { title: `changed ${id}` } }),
    undoEdit: (id) => ({ id: 900_000 + id }),
    restoreValues: (id) => ({ id, entry: 999_999 }),
    sortable: (id, targetId) => ({ id, targetId }),
  };
  const bodyOf = (action: string, id: number, targetId: number): Record<string, unknown> =>
    bodies[action]?.(id, targetId) ?? { ids: [id] };

  /** Two articles of this owner; in the trash for the actions that look there. */
  async function rowsFor(action: string, owner: number): Promise<number[]> {
    const { gate } = server.app;
    const articles = gate.rows('article');
    const made = [await articles.add({ title: 'a', owner }), await articles.add({ title: 'b', owner })].map(
      ({ id }) => id,
    );
    if (action === 'restore' || action === 'destroy') await articles.del(made);
    return made;
  }
});
