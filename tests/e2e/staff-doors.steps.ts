import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

export async function openEvent(): Promise<{ app: TestApp; eventId: number }> {
  const app = await startTestSite();
  app.clock.set('2026-11-21T23:20:00+04:00');
  const { id: eventId } = await createEvent(app.ctx, { nameLat: 'Nulovani', startsAt: new Date('2026-11-21T23:00:00+04:00') });
  return { app, eventId };
}
