import { kindOf, parseField, type Message } from '#resource';

/** Says why the server would refuse a text; undefined when it would not. */
export type Rule = (text: string) => Message | undefined;

/** What the server asks of a new member, to be said before it is asked. */
export const rules = {
  username: ruleOf('text', { format: 'account' }),
  email: ruleOf('email'),
  mobile: ruleOf('mobile'),
  password: ruleOf('password'),
} as const satisfies Readonly<Record<string, Rule>>;

function ruleOf(kind: Parameters<typeof kindOf>[0], options: object = {}): Rule {
  return (text) => {
    const parsed = parseField(kindOf(kind), options, text);
    return 'refused' in parsed ? parsed.refused : undefined;
  };
}
