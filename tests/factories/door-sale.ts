import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';

/** What a guest types for a door sale. */
export const walker = {
  firstName: 'Luka',
  lastName: 'Drift',
  email: 'luka@example.com',
  phoneNumber: '+995 555 12 34 56',
  birthdate: '1998-05-17',
};

/** Creates an event that began half an hour ago. */
export const openDoorSale = ({ ctx, clock }: Pick<TestApp, 'ctx' | 'clock'>, fields: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(ctx, { startsAt: new Date(clock.now().getTime() - 30 * 60_000), ...fields });
