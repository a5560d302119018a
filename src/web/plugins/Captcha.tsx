import { lazyPage } from '../loading/lazyPage.tsx';
import type { CaptchaProps } from '../pages/login/ClickCaptcha.tsx';

/** The dialog of the security check, for what a plugin asks it for; its answer is `captchaId` and `captchaInfo` of the call. */
export const Captcha = lazyPage<CaptchaProps>(
  async () => (await import('../pages/login/ClickCaptcha.tsx')).ClickCaptcha,
  'login',
);
