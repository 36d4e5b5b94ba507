import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

import { expect } from './test.ts';
/** A frame or two: enough for animations to begin. */
const BEGIN_MS = 50;

export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(BEGIN_MS);
  await page.waitForFunction(isStill);
  // A page without frames is checked in place; otherwise the library would open a page for each answer.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
  expect([what, found]).toEqual([what, []]);
}

/** Runs in the page. A fading element has a temporary contrast; an endless animation is not waited for. */
const isStill = (): boolean =>
  document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity);
