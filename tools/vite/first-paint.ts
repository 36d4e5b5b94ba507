import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*>/;
const NEEDED_SCRIPT = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/;

const PAINT_TIMEOUT_MS = 200;

/**
 * Runs when the document and its styles are there. A frame that is asked for is not yet seen: what is fetched in between shares the line
 * with its picture. Nobody waits for the frame of a page that is not seen, nor for long where a browser does not tell of it.
 */
const STARTER = `const live=document.querySelector('#live');
let isLive=false;
const start=()=>{if(!isLive)document.head.append(live.content.cloneNode(true));isLive=true};
const whenPainted=()=>{setTimeout(start,${PAINT_TIMEOUT_MS});new PerformanceObserver(start).observe({type:'paint',buffered:true})};
document.visibilityState==='hidden'?start():requestAnimationFrame(whenPainted);
`;
const starterFile = `assets/start-${createHash('sha256').update(STARTER).digest('base64url').slice(0, 8)}.js`;

/**
 * The first paint before everything else: the style sheet stands first, and scripts with all they need wait in a `<template>`, which a
 * small one puts into the page after the first frame. So they share no slow line with what is seen. Each file is a script of its own:
 * what the site imports has run before the site's turn, and a phone can answer in between.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: starterFile, source: STARTER });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const [sheet] = SHEET.exec(html) ?? [];
        const [script] = SCRIPT.exec(html) ?? [];
        const needed = [...html.matchAll(NEEDED_SCRIPT)].map(([, file]) => `<script type="module" crossorigin src="${file}"></script>`);
        if (sheet === undefined || script === undefined) throw new Error('index.html names no style sheet or no script.');
        const starter = `<script type="module" src="/${starterFile}"></script>`;
        return html
          .replace(sheet, '')
          .replace(script, '')
          .replaceAll(NEEDED_SCRIPT, '')
          .replace('<!--head-->', () => `${sheet.trim()}<!--head-->`)
          .replace('<!--live-->', () => `${starter}<template id="live">${needed.join('')}${script.trim()}<!--live--></template>`);
      },
    },
  };
}
