import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LONGEST_MOTION_MS = 350;

export async function expectNoViolations(page: Page, what: string): Promise<void> {
  // What is still fading in has half its colours; the longest motion takes 320 ms (art direction §5).
  await page.waitForTimeout(LONGEST_MOTION_MS);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`);
  expect([what, found]).toEqual([what, []]);
}
