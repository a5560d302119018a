import { Problem, type Caller } from '#resource';
import type { ClickCaptcha } from './captcha.ts';

/** Throws unless the body solves a captcha that was asked for this purpose, and spends it. */
export async function assertSolved(
  captcha: ClickCaptcha,
  caller: Caller,
  purpose: string,
  { captchaId, captchaInfo }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const data = { captcha: true };
  if (captchaId === undefined || captchaInfo === undefined || captchaInfo === '')
    throw new Problem('session:captchaNeeded', {}, { data: { ...data, needed: true } });
  if (!(await captcha.solves(captchaId, captchaInfo, true, caller, purpose)))
    throw new Problem('session:captchaWrong', {}, { data });
}
