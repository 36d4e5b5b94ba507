import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { mails } from '#server/platform/platform.table.ts';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { expectNoViolations } from './axe.ts';
import { overflowing, smallTargets } from './layout.ts';
import { translatorOf, visit } from './site.ts';
import { expect } from './test.ts';

export const DESKTOP_PX = 1000;

/** These tests provoke refusals. */
export const allowed = /status of (403|409)/;

/** Returns path and query of the link in the newest mail to an address. */
export async function mailedLink({ ctx }: TestApp, email: string): Promise<string> {
  const rows = await ctx.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id);
  const token = rows.map(({ payload }) => /"token":"([\w-]+)"/.exec(JSON.stringify(payload))?.[1]).findLast(Boolean);
  return `${paths.invitation}?token=${token ?? ''}`;
}

type Entry = { language: Language; width: number; allowed?: RegExp };

export async function enter({ url, clock }: TestApp, { language, width, allowed: expected = allowed }: Entry) {
  const page = await visit({ origin: url, folder: '' }, { language, width, height: 900, allowed: expected });
  await page.clock.setFixedTime(clock.now());
  return { page, t: await translatorOf(language) };
}

/** On a wide screen the console's section links are narrower than a finger. */
export async function expectSound(page: Page, where: string): Promise<void> {
  await expectNoViolations(page, where);
  const isPhone = (page.viewportSize()?.width ?? 0) < DESKTOP_PX;
  expect([where, await overflowing(page), isPhone ? await smallTargets(page) : []]).toEqual([where, [], []]);
}
