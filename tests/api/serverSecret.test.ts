import { expect, it } from 'vitest';
import { applySchema } from '../../src/server/database/applySchema.ts';
import { serverSecret } from '../../src/server/session/serverSecret.ts';
import { tokenTables } from '../../src/server/session/storedTokens.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase((_name, open) => {
  it('is the same on every instance and for as long as the database is there, and another one by another name', async () => {
    const database = await open();
    await applySchema(database, tokenTables, () => {});
    const [one, two] = [serverSecret(database, 'tokens'), serverSecret(database, 'tokens')];
    const values = await Promise.all([one(), two(), one()]);
    expect(new Set(values).size).toBe(1);
    expect(values[0]).toHaveLength(43);
    expect(await serverSecret(database, 'captcha')()).not.toBe(values[0]);
  });

  it('is asked for again after the database could not be reached', async () => {
    const database = await open();
    const secret = serverSecret(database, 'tokens');
    await expect(secret()).rejects.toThrow(/server_secret/);
    await applySchema(database, tokenTables, () => {});
    expect(await secret()).toHaveLength(43);
  });
});
