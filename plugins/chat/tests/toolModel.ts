import { delta, done, eventOf, finish, open, usage, type Answering } from './modelServer.ts';

/** What a model wants to be called: a tool, and its arguments as text or as what they mean. */
export type Wanted = readonly [name: string, input: unknown];

const toolDelta = (index: number, call: object): string =>
  eventOf({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...call }] } }] });

/** Calls tools, in pieces of some letters, as providers stream them. */
export const callsTools =
  (...wanted: readonly Wanted[]): Answering =>
  (response) => {
    open(response);
    for (const [index, [name, input]] of wanted.entries()) {
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      response.write(
        toolDelta(index, { id: `call_${index}_${name}`, type: 'function', function: { name, arguments: '' } }),
      );
      for (const piece of text.match(/[\s\S]{1,7}/gu) ?? [])
        response.write(toolDelta(index, { function: { arguments: piece } }));
    }
    response.end(eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }) + usage(10, 5) + done);
  };

/** One answer after the other; the last one again and again. */
export function inOrder(...answers: readonly Answering[]): Answering {
  let at = 0;
  return (response, asked) => answers[Math.min(at++, answers.length - 1)]!(response, asked);
}

/** Says the text, and nothing else. */
export const concludes =
  (text: string): Answering =>
  (response) => {
    open(response).end(delta(text) + finish + usage(10, 5) + done);
  };
