import { lazyPage } from '../loading/lazyPage.tsx';
import type { CaptchaProps } from '../captcha/ClickCaptcha.tsx';

/** The dialog of the security check, for what a plugin asks it for; its answer is `captchaId` and `captchaInfo` of the call. */
export const Captcha = lazyPage<CaptchaProps>(
  async () => (await import('../captcha/ClickCaptcha.tsx')).ClickCaptcha,
  'login',
);
