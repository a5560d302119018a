import { Invalid, Problem, type Caller } from '#resource';
import type { Account, SignInRequest } from '../../realms/realm.ts';
import type { Device } from '../devices.ts';
import type { SignIn } from '../signInParts.ts';

/**
 * Lets pass whose password is right, where their account has no second step or the code is right; `Invalid` for a wrong one. A
 * refusal carries `data.twoStep`, and a token by which the same attempt goes on.
 */
export async function passSecondStep(
  { events, realm, twoStep }: SignIn,
  { id, username, sessionNumber }: Account,
  { caller, body }: SignInRequest,
  device: Device | undefined,
): Promise<void> {
  const account = { realm: realm.name, id, sessionNumber };
  if (realm.twoStep === undefined || !(await twoStep.isOn(account))) return;
  const data = async () => ({ twoStep: true, twoStepToken: await twoStep.halfwayToken(account, caller.ip) });
  const { code } = body;
  if (code === undefined || code === null || code === '')
    throw new Problem('session:twoStep', {}, { data: await data() });
  try {
    const used = await twoStep.use(account, code, device && `device ${device.id}`);
    if (used === 'recovery')
      noteRecovery(events, { ...caller, realm: realm.name, id, username }, await twoStep.recoveryLeft(account));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(error.errors, error.labels, { data: await data() });
  }
}

/**
 * Of who is signed in: lets pass where their account has no second step, or the code is right; `Invalid` at `code` otherwise.
 * `stays`: a right one is not spent.
 */
export async function assertSecondStep(
  { events, realm, twoStep }: Pick<SignIn, 'events' | 'realm' | 'twoStep'>,
  caller: Caller,
  code: unknown,
  stays = false,
): Promise<void> {
  const account = { realm: realm.name, id: caller.id };
  if (realm.twoStep === undefined || !(await twoStep.isOn(account))) return;
  if ((await twoStep.use(account, code, 'own', stays)) === 'recovery' && !stays)
    noteRecovery(events, caller, await twoStep.recoveryLeft(account));
}

/** Whoever guards the site may ask why somebody needs it. */
const noteRecovery = (events: SignIn['events'], caller: Caller, left: number): void =>
  events.note({ kind: 'two_step', outcome: 'success', caller, detail: { recovery: true, left } });
