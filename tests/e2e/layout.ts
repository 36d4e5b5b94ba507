import type { Page } from 'playwright-core';

/** In CSS pixels. */
const TARGET_PX = 44;

/** Returns elements that stick out of the page sideways, and text that is cut off. */
export const overflowing = (page: Page): Promise<string[]> =>
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
    // A single word may stick out too.
    if (scrollWidth > clientWidth && wide.length === 0) return [`wide: a text, by ${scrollWidth - clientWidth} px`];
    return [...wide.slice(0, 3).map((element) => `wide: ${short(element)}`), ...cut.slice(0, 3).map((element) => `cut: ${short(element)}`)];
  });

/** Returns touch targets that are too small for a finger, except links in a text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')];
    const isInText = (element: Element) => element.matches('p a, li p a, dd a, label a') && getComputedStyle(element).display === 'inline';
    return (
      targets
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInText(element))
        // The whole card or row is the target, and the honeypot cannot be reached.
        .filter((element) => !element.matches('.sr-only, .covers-card, .rows .row-link, [tabindex="-1"]'))
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
