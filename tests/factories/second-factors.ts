import { TOTP } from 'otpauth';
import type { TestApp } from '#tests/setup/app.ts';
import { withMailbox } from './email-proof.ts';

/** Returns the code that an authenticator app with this secret shows now, or some seconds later. */
export function codeOf({ clock }: Pick<TestApp, 'clock'>, secret: string, secondsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + secondsLater * 1000 });
}

/** Advances the clock by half a minute, to the next code. */
export const untilNextCode = ({ clock }: Pick<TestApp, 'clock'>): void => clock.advanceMinutes(0.5);

type Factor = { id: number; secret: string; recoveryCodes: string[] };

/** Adds a second factor in a new session, for staff with the digits of a mail; the clock is then at the next code. */
export async function addFactor(app: TestApp, accessToken: string, name = 'My phone'): Promise<Factor> {
  const { secondFactor } = app.api(accessToken);
  const { id, secret } = await withMailbox(app, accessToken, () => secondFactor.begin({ body: { name } }));
  const { recoveryCodes } = await secondFactor.activate({ id, body: { code: codeOf(app, secret) } });
  untilNextCode(app);
  return { id, secret, recoveryCodes };
}
