import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*>/;
const SCRIPT = '<script type="module"';

/**
 * Order and rank of what index.html names: the style sheet before everything else, because nothing is painted without it; the script
 * after what the first paint shows (`screenLinks` ranks the rest of the page's files likewise).
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet] = SHEET.exec(html) ?? [];
        if (sheet === undefined || !html.includes(SCRIPT)) throw new Error('index.html names no style sheet or no script.');
        return html
          .replace(sheet, '')
          .replace('<!--head-->', () => `${sheet.trim()}<!--head-->`)
          .replace(SCRIPT, `${SCRIPT} fetchpriority="low"`);
      },
    },
  };
}
