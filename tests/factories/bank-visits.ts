import { createTestClock } from '#tests/setup/clock.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { sendCallback } from './bank-calls.ts';
import { createEvent } from './events.ts';
import { startDouble, type BankCall, type BankDouble, type RealBank } from './real-banks.ts';
import { createUser } from './users.ts';

export type Club = { app: TestApp; double: BankDouble };

/** Starts a server with the double of a real bank, both with one clock. */
export async function openClub(name: RealBank, { env = {}, ...options }: TestAppOptions = {}): Promise<Club> {
  const clock = createTestClock();
  const double = await startDouble(name, () => clock.now().getTime());
  return { double, app: await startTestApp({ clock, env: { PAYMENTS: name, ...double.env, ...env }, ...options }) };
}

/** Sends a guest with one place of an event to the bank's page. */
export async function goToBank({ app, double }: Club, eventId?: number) {
  const id = eventId ?? (await createEvent(app.ctx)).id;
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId: id });
  const { redirect } = await api.cart.checkout();
  const bankId = double.opened().at(-1) ?? '';
  const token = new URL(double.returnUrl(bankId)).searchParams.get('order') ?? '';
  return { eventId: id, user, api, redirect, bankId, token };
}

type Call = { body: string | Buffer } & Pick<BankCall, 'headers'>;

export const postCallback = async (app: TestApp, name: string, { body, headers }: Call): Promise<number> =>
  (await sendCallback(app.url, body, headers, name)).status;

/** Sends the bank's callback about an order in its present state. */
export const callBack = ({ app, double }: Club, bankId: string): Promise<number> => postCallback(app, double.name, double.callback(bankId));
