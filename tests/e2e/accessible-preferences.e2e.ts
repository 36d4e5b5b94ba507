import { enter } from './accessible-preferences.steps.ts';
import { open } from './public-screens.ts';
import { expect, test } from './test.ts';

test('nothing moves for users who ask for less motion', async () => {
  const { page, screens } = await enter();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of screens) {
    await open(page, path);
    const slow = await page.evaluate(() => {
      const seconds = (text: string) => Math.max(...text.split(',').map((part) => parseFloat(part) * (part.includes('ms') ? 0.001 : 1)));
      return [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(({ style }) => Math.max(seconds(style.transitionDuration), seconds(style.animationDuration)) > 0.00001)
        .map(({ element }) => element.outerHTML.slice(0, 120));
    });
    expect([path, slow]).toEqual([path, []]);
  }
});
