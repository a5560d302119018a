import { join } from 'node:path';
import { expect } from 'vitest';
import { createApp, type App } from '../../src/server/app.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';
import { prepare, type Place } from './databases.ts';
import { productFiles } from './product.ts';
import { sharedProjects } from './sharedProject.ts';
import { password, quickPasswords, root, testConfig, textsOf } from './testConfig.ts';

/** The product's own tables, as a project has them. */
export const ownFiles = Object.fromEntries(
  productFiles.resources.map((name) => [
    `resources/${name}`,
    `export { default } from ${JSON.stringify(join(root, 'resources', name))};\n`,
  ]),
);
/** The file of a table `note`: its fields, and what else its resource says. */
export const noteFile = (fields: string, more = ''): string =>
  [
    "import { f, table } from '#resource';",
    `const note = table('note', { ${fields} });`,
    `export default note.resource({ path: 'note', label: { 'zh-cn': '便签', en: 'Notes' }, ${more} });`,
    '',
  ].join('\n');

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}
/** An application that answers in this process, and its first administrator. */
interface Opened {
  readonly app: App;
  readonly call: (method: 'GET' | 'POST', path: string, token?: string, body?: object) => Promise<Answer>;
  /** The token of a new session. */
  readonly signIn: () => Promise<string>;
}

/**
 * Makes what starts the product with each version of a table `note` on one database, as a program would find it on the
 * disk, but in this process. Call it in a suite, whose tests each have their own projects.
 */
export function noteVersions() {
  const projectOf = sharedProjects();
  return async (where: Place, fields: string, more?: string): Promise<Opened> => {
    await prepare(where);
    const project = projectOf({ ...ownFiles, 'resources/note.ts': noteFile(fields, more) });
    const loaded = await loadResources(project);
    expect(loaded.faults).toEqual([]);
    const options = { loaded, messages: textsOf(root), passwordCost: quickPasswords };
    const app = await createApp({ ...testConfig, ...where }, options);
    const call: Opened['call'] = async (method, path, token = '', body) => {
      const answer = await app.http.inject({
        method,
        url: `/api/admin/${path}`,
        headers: { batoken: token },
        ...(body && { payload: body }),
      });
      return answer.json<Answer>();
    };
    return {
      app,
      call,
      async signIn() {
        const { data, msg } = await call('POST', 'Index/login', '', { username: 'admin', password });
        return (data['userInfo'] as { token: string } | undefined)?.token ?? expect.fail(msg);
      },
    };
  };
}
