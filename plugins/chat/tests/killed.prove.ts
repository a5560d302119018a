import { afterAll } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { killAgainAndAgain } from './kills.ts';
import { members } from './members.ts';
import { startModelServer } from './modelServer.ts';

// By hand: `npx vitest run --config tests/vitest.config.ts --project prove plugins/chat/tests/killed.prove.ts`.
const model = await startModelServer();
afterAll(() => model.close());
const environment = { CHAT_BASE_URL: model.baseUrl, CHAT_MODEL: 'test-model' };
const rounds = Number(process.env['KILLS'] ?? 50);

const centre = await members();
const plugins = centre && [chat({ environment }), ...centre.plugins];
if (centre && plugins)
  testPlugin(`${rounds} kills at one step after the other leave the ledger exact`, plugins, (server, place) =>
    killAgainAndAgain(server, place, { centre, plugins, model, environment, rounds }),
  );
