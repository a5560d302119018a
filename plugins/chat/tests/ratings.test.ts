import { expect } from 'vitest';
import { definePlugin } from '#plugin';
import { f, type Resource, type TableName } from '#resource';
import { testPlugin, type TestServer } from '#test';
import { chat } from '../server.ts';

/** The fields that were numbers. */
const numbers: Readonly<Record<string, Resource['fields']>> = {
  chat_message: { feedback: f.int({ default: 0, min: -1, max: 1, readonly: true }) },
  chat_feedback: { value: f.int({ required: true, min: -1, max: 1 }) },
};
const former = (chat({ environment: {} }).resources ?? []).map((resource): Resource => ({
  ...resource,
  fields: { ...resource.fields, ...numbers[resource.name] },
}));

interface LooseRows {
  add(values: object): Promise<{ readonly id: number }>;
  list(where: object, more: object): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
const rowsIn = ({ app }: TestServer, table: TableName): LooseRows => app.gate.rows(table) as unknown as LooseRows;

testPlugin(
  'feedback that was a number is in words after an update',
  [definePlugin({ name: 'chat', resources: former })],
  async (server, place) => {
    const conversation = { code: 'x', title: 'Old', owner: 'm1', user_id: 1 };
    const { id: conversation_id } = await rowsIn(server, 'chat_conversation').add(conversation);
    for (const value of [0, 1, -1]) {
      const message = { conversation_id, role: 'assistant', text: 'x', feedback: value };
      const { id: message_id } = await rowsIn(server, 'chat_message').add(message);
      if (value !== 0) await rowsIn(server, 'chat_feedback').add({ message_id, value, reason: `was ${value}` });
    }
    await server.close();
    const updated = await place.start([chat({ environment: {} })]);
    const seen = async (table: TableName, field: string) =>
      (await rowsIn(updated, table).list({}, { sort: 'id' })).map((row) => row[field]);
    expect(await seen('chat_message', 'feedback')).toEqual([null, 'good', 'bad']);
    expect(await seen('chat_feedback', 'value')).toEqual(['good', 'bad']);
    expect(await seen('chat_feedback', 'reason')).toEqual(['was 1', 'was -1']);
  },
);
