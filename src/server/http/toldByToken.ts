import { Code, Problem } from '#resource';
import type { Access, Asking } from './route.ts';

/**
 * Who is told to sign in and has sent a token learns what became of it, whatever part of the product told them: an expired one
 * is renewed (specification §4). Any other error stays as it is.
 */
export const toldByToken = async (access: Access, asking: Asking, error: unknown): Promise<unknown> =>
  error instanceof Problem && error.key === 'server:needLogin' && error.options.code === Code.redirect && asking.realm
    ? access.loginProblem(asking, asking.realm)
    : error;
