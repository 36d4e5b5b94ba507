import { expect } from 'vitest';
import type { TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { comeBack, payAtBank } from './purchases.ts';
import { createUser } from './users.ts';

/** The cookie of a browser that came from a story. */
export const STORY = 'utm=instagram:story:iron%20garden';

/** Orders these events in a browser with this cookie. Returns the bank's page. */
export async function orderFrom(app: TestApp, eventIds: readonly number[], cookie: string): Promise<string> {
  const { accessToken: bearer } = await createUser(app.ctx);
  const send = (url: string) => rawCall(app.url, url, { method: 'POST', bearer, headers: { cookie } });
  for (const id of eventIds) expect((await send(`/api/Cart/add-ticket?eventId=${id}&quantity=2`)).status).toBe(200);
  const { status, body } = await send('/api/Cart/checkout');
  expect(status).toBe(200);
  return (body as { redirect: string }).redirect;
}

export const payFor = async (app: TestApp, redirect: string) => comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
