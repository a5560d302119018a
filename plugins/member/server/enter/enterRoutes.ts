import type { PluginPart, PluginRequest, SignedIn } from '#plugin';
import { Invalid } from '#resource';
import { contactTypesNow, keepsCodes } from '../codes/ways.ts';
import type { MemberParts } from '../memberParts.ts';
import { assertMayEnter } from './closed.ts';
import { register } from './register.ts';

const open = { node: 'everyone', realm: 'member' } as const;

/** Signing in, registering and signing out (specification §7: one address, the method is the caller's). */
export const enterRoutes = (parts: MemberParts): PluginPart => ({
  routes: [
    { ...open, method: 'GET', url: '/user/checkIn', visitors: false, handler: (request) => page(parts, request) },
    { ...open, method: 'POST', url: '/user/checkIn', visitors: true, handler: (request) => enter(parts, request) },
    {
      ...open,
      method: 'POST',
      url: '/user/logout',
      async handler({ caller, body }) {
        await parts.sessions.end(caller, body['refresh_token'] ?? body['refreshToken']);
        return null;
      },
    },
  ],
});

/** What the page to enter by has to show. */
async function page(parts: MemberParts, { caller }: PluginRequest) {
  await assertMayEnter(parts, caller);
  const { register_mode: mode, terms_version: version, terms_url: url } = await parts.host.settings('member');
  const captcha = await parts.sessions.needsCaptcha(caller);
  return {
    userLoginCaptchaSwitch: captcha,
    captcha,
    accountVerificationType: await contactTypesNow(parts),
    keepsCodes: await keepsCodes(parts),
    register: mode,
    terms: version === null ? null : { version, url },
  };
}

async function enter(parts: MemberParts, request: PluginRequest): Promise<SignedIn> {
  await assertMayEnter(parts, request.caller);
  const { tab = 'login' } = request.body;
  if (tab !== 'login' && tab !== 'register') throw new Invalid({ tab: { key: 'validate:choice' } });
  const entered = await (tab === 'login'
    ? parts.sessions.signIn(request.caller, request.body)
    : register(parts, request));
  await noteSignIn(parts, request, Number(entered.userInfo['id']));
  return entered;
}

async function noteSignIn({ host }: MemberParts, { caller }: PluginRequest, id: number): Promise<void> {
  const values = { user_id: id, ip: caller.ip.slice(0, 50), useragent: caller.userAgent };
  await host.rows('user_sign_in', host.system).add(values);
}
