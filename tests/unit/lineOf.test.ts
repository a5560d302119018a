import { expect, it } from 'vitest';
import { lineOf } from '#resource';

const source = `import { table, f } from '#resource';
export const article = table('article', {
  title: f.text({ required: true }),
  body: f.textarea({ requird: true }),
});
export default article.resource({ title: 'title', list: { columns: ['title', 'bdy'] } });
`;

it.each([
  ['Field "body": there is no option "requird". Did you mean "required"?', 4],
  ['list.columns: there is no field "bdy". Did you mean "body"?', 6],
  ['Field "title": it is wrong.', 3],
  ['Table "article" must be something else.', 2],
  ['There is no "lst" in a resource.', undefined],
  ['Nothing is quoted.', undefined],
])('%s is about line %s', (message, line) => {
  expect(lineOf(message, source)).toBe(line);
});
