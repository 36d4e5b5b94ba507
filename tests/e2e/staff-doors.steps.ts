import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

export async function openEvent(): Promise<{ app: TestApp; eventId: number }> {
  const app = await startTestSite();
  app.clock.set('2026-11-21T23:20:00+04:00');
  const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Nulovani', startsAt: new Date('2026-11-21T23:00:00+04:00') });
  return { app, eventId };
}

/** Pairs a phone by the address in the QR code of a scanner device. */
export async function pairByCode(app: TestApp, url: string): Promise<void> {
  const publicKey = await publicKeyOf(await createDoorKey());
  await app.api().scannerDevice.pair({ body: { secret: new URL(url).hash.slice(1), publicKey } });
}
