import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit } from './site.ts';

/** A form that changes a password has no user name field. */
const allowed = /status of (400|401)|should have \(optionally hidden\) username fields/;

export async function enter({ url, clock }: TestApp, language: Language, width: number): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed });
  await page.clock.setFixedTime(clock.now());
  // A fading element has a temporary contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}
