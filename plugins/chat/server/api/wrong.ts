import { Invalid, type Problem } from '#resource';

/** The refusal of a parameter, which names it. */
export const wrong = (parameter: string): Problem => new Invalid({ [parameter]: { key: 'validate:invalid' } });
