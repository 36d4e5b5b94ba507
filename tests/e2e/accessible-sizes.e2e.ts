import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { open, openNights, visitorPaths } from './public-screens.ts';
import { visit } from './site.ts';
import { expect, test } from './test.ts';

const allowed = /status of 404/;
/** CSS px: art direction §19. */
const TARGET_PX = 44;

async function enter(language: Language, width: number): Promise<{ page: Page; screens: string[] }> {
  const app = await startTestSite();
  const nights = await openNights(app);
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
  return { page, screens: visitorPaths(nights) };
}

/** What sticks out of the page to the side, and what is cut off although somebody should read it. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const short = (element: Element) => element.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 140);
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    const hidden = (element: Element | null): boolean =>
      element !== null && (/hidden|clip|auto|scroll/.test(getComputedStyle(element).overflowX) || hidden(element.parentElement));
    const wide =
      scrollWidth > clientWidth
        ? shown.filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !hidden(element.parentElement))
        : [];
    const cut = shown.filter((element) => {
      const style = getComputedStyle(element);
      const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const isCutting =
        style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && style.clipPath === 'none' && style.position !== 'absolute';
      return isText && isCutting && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
    });
    // A word alone may stick out, too.
    if (scrollWidth > clientWidth && wide.length === 0) return [`wide: a text, by ${scrollWidth - clientWidth} px`];
    return [...wide.slice(0, 3).map((element) => `wide: ${short(element)}`), ...cut.slice(0, 3).map((element) => `cut: ${short(element)}`)];
  });

for (const language of LANGUAGES)
  test(`in ${language} a width of 320 px, as when zoomed four times, needs no scrolling to the side`, async () => {
    const { page, screens } = await enter(language, 320);
    const found: string[] = [];
    for (const path of screens) {
      await open(page, path);
      for (const part of await overflowing(page)) found.push(`${path} ${part}`);
    }
    expect(found).toEqual([]);
  });

for (const language of LANGUAGES)
  test(`in ${language} profile, tickets and cart need no scrolling to the side on a phone`, async () => {
    const app = await startTestSite();
    const { id: eventId } = await createEvent(app.ctx, { name: 'გზატკეცილის სამმართველო', nameLat: 'Highway Department' });
    const guest = await createUser(app.ctx, { firstName: 'Konstantine', lastName: 'Chikovani-Gurgenidze' });
    await createTicket(app.ctx, { userId: guest.id, eventId });
    await createPictureFiles(app.ctx, 1, 'profile');
    await app.api(guest.accessToken).cart.addTicket({ eventId });
    const page = await visit({ origin: app.url, folder: '' }, { language, width: 390 });
    await page.clock.setFixedTime(app.clock.now());
    await open(page, paths.terms);
    await page.evaluate((token) => localStorage.setItem('accessToken', token), guest.accessToken);
    const found: string[] = [];
    const views = [
      [390, '100%'],
      [320, '100%'],
      [390, '200%'],
    ] as const;
    for (const [width, letters] of views) {
      const seen = async (path: string) => {
        await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
        for (const part of await overflowing(page)) found.push(`${path} at ${width} px, letters ${letters}: ${part}`);
      };
      await page.setViewportSize({ width, height: 844 });
      await open(page, paths.cart);
      await page.getByRole('checkbox').waitFor();
      await seen(paths.cart);
      await open(page, paths.profile);
      await page.locator('main img').first().waitFor();
      await page.locator('button[aria-controls=my-tickets]').click();
      await page.locator('#my-tickets img').first().waitFor();
      await page.locator('button[aria-controls=security-body]').click();
      await page.locator('#security-body form').waitFor();
      await seen(paths.profile);
    }
    expect(found).toEqual([]);
  });

for (const language of LANGUAGES)
  test(`in ${language} letters of twice the size fit`, async () => {
    const { page, screens } = await enter(language, 390);
    const found: string[] = [];
    for (const path of screens) {
      await open(page, path);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      for (const part of await overflowing(page)) found.push(`${path} ${part}`);
    }
    expect(found).toEqual([]);
  });

for (const width of [390, 1440])
  test(`whatever can be touched is 44 px wide and high, but for links in a text, at ${width} px`, async () => {
    const { page, screens } = await enter('en', width);
    const found = new Set<string>();
    for (const path of screens) {
      await open(page, path);
      const small = await page.evaluate((least) => {
        const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')];
        const isInText = (element: Element) =>
          element.matches('p a, li p a, dd a, label a') && getComputedStyle(element).display === 'inline';
        return (
          targets
            .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInText(element))
            // The whole card is the link's; nobody reaches what robots are meant to fill in.
            .filter((element) => !element.matches('.sr-only, .covers-card, [tabindex="-1"]'))
            .map((element) => ({
              element,
              box: (element.matches('input[type=checkbox], input[type=radio]')
                ? (element.closest('label') ?? element)
                : element
              ).getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 1 && (box.width < least - 0.5 || box.height < least - 0.5))
            .map(
              ({ element, box }) =>
                `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.replaceAll(/<svg.*?<\/svg>/gs, '').slice(0, 120)}`,
            )
        );
      }, TARGET_PX);
      for (const target of small) found.add(target);
    }
    expect([...found]).toEqual([]);
  });

for (const width of [390, 1440])
  test(`whatever takes the focus by the keyboard shows a ring of two tones, at ${width} px`, async () => {
    const { page, screens } = await enter('en', width);
    for (const path of screens.slice(0, 5)) {
      await open(page, path);
      await page.keyboard.press('Tab');
      const seen = new Set<string>();
      for (;;) {
        const focus = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return undefined;
          element.setAttribute('data-seen', String(Number(element.getAttribute('data-seen') ?? 0) + 1));
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          return {
            text: element.outerHTML.slice(0, 120),
            outline: `${outlineStyle} ${outlineWidth}`,
            hasInner: boxShadow !== 'none',
            times: Number(element.getAttribute('data-seen')),
          };
        });
        if (!focus || focus.times > 1 || seen.size > 200) break;
        seen.add(focus.text);
        expect([path, focus.text, focus.outline, focus.hasInner]).toEqual([path, focus.text, 'solid 3px', true]);
        await page.keyboard.press('Tab');
      }
      expect(seen.size).toBeGreaterThan(5);
    }
  });
