import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

import { expect } from './test.ts';
/** A frame or two: time enough to begin what is going to move. */
const BEGIN_MS = 50;

export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(BEGIN_MS);
  await page.waitForFunction(isStill);
  // A page without frames is read where it is; otherwise each answer would open a page of its own.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
  expect([what, found]).toEqual([what, []]);
}

/** Runs in the page. What is still fading in has half its colours; what turns for ever is no matter of waiting. */
const isStill = (): boolean =>
  document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity);
