import type { Page } from 'playwright-core';
import { addDays } from '#shared/dates.ts';
import { MAIN_STAGE, SPACE_STAGE } from '#shared/constants.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';

const NAMES = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' };

type Events = { running: number; onSale: number; soldOut: number; noPrice: number; over: number };

/** Creates an event in each state; only the running one has a line-up. */
export async function openEvents({ ctx, clock }: TestApp): Promise<Events> {
  const hours = (count: number) => new Date(clock.now().getTime() + count * HOUR_MS);
  const id = async (fields: Parameters<typeof createEvent>[1]) => (await createEvent(ctx, { ...NAMES, ...fields })).id;
  return {
    running: await id({
      startsAt: hours(-1),
      endsAt: hours(6),
      lineUps: [
        { floor: MAIN_STAGE, artistName: 'OBERTON', startsAt: hours(-1), isHeadliner: true },
        { floor: SPACE_STAGE, artistName: 'Mtkvari Dub', startsAt: hours(0), isHeadliner: false },
      ],
    }),
    onSale: await id({ description: 'ღამე\nhttps://example.com/', descriptionLat: 'A night\nhttps://example.com/' }),
    soldOut: await id({ allocation: 0, startsAt: addDays(clock.now(), 2) }),
    noPrice: await id({ priceTetri: null, startsAt: addDays(clock.now(), 3) }),
    over: await id({ startsAt: addDays(clock.now(), -3) }),
  };
}

/** Returns every public address in each of its states. */
export const visitorPaths = (events: Events): string[] => [
  paths.home,
  paths.events('upcoming'),
  paths.events('past'),
  ...Object.values(events).map((id) => paths.event(id)),
  paths.event(999_999),
  paths.about,
  paths.rentals,
  paths.djs,
  paths.gallery,
  paths.terms,
  paths.paymentSuccess,
  paths.paymentFailure,
  paths.login,
  paths.register,
  paths.forgotPassword,
  '/nowhere',
];

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')));
}
