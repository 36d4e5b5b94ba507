import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from './test.ts';

/** A frame or two, enough for animations to begin. */
const BEGIN_MS = 50;

export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(BEGIN_MS);
  await page.waitForFunction(isStill);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const found = await page.evaluate(findViolations);
  expect([what, found]).toEqual([what, []]);
}

/** The page defines it from its source. */
declare const axe: typeof axeCore;

/** Runs in the page. Returns only the violations: the whole report has 160 kB, and transferring it would take longer than all rules. */
async function findViolations(): Promise<string[]> {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
}

/** Runs in the page. A fading element has a temporary contrast; endless animations are ignored. */
const isStill = (): boolean =>
  document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity);
