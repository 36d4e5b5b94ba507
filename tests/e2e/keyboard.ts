import type { Locator, Page } from 'playwright-core';
import { expect } from './test.ts';

const MOST_TABS = 80;

/** Reaches an element by Tab only. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const hasFocus = () => target.evaluateAll((all) => all.some((one) => one === document.activeElement));
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) await page.keyboard.press(key);
  await expectFocus(page, target);
}

/** Expects an element to have the focus and a ring, inside the window and not covered. */
export async function expectFocus(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      // The library's checkbox is drawn over its input, in their label.
      const control = focused?.closest('label') ?? focused;
      const drawn = focused?.matches('label input') ? control?.querySelector(':scope > [aria-hidden=true]') : undefined;
      const ring = focused ? getComputedStyle(drawn ?? focused) : undefined;
      return {
        isOnTop: control?.contains(above) === true || above?.contains(focused) === true,
        ring: `${ring?.outlineStyle} ${ring?.outlineWidth}`,
      };
    });
  await expect.poll(seen).toEqual({ isOnTop: true, ring: 'solid 3px' });
}

/** Waits until a page has moved the focus, to itself where its heading comes later: an earlier Tab would still be on the previous page. */
export async function arriveAt(page: Page, url: RegExp): Promise<void> {
  await page.waitForURL(url);
  await page.locator(':is(h1, main):focus').waitFor();
}

/** Reaches a control by Tab and presses Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Reaches a field by Tab and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
