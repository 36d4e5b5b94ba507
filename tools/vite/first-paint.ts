import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*>/;
const NEEDED_SCRIPT = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/;

const PAINT_TIMEOUT_MS = 200;

/**
 * Starts the scripts when the document and its styles are there. requestAnimationFrame runs before the frame is painted, and a script
 * fetched then competes with that frame's pictures, so it waits for the paint entry. A hidden page paints nothing, and some browsers report
 * no paint: both start without one.
 */
const STARTER = `const live=document.querySelector('#live');
let isLive=false;
const start=()=>{if(!isLive)document.head.append(live.content.cloneNode(true));isLive=true};
const whenPainted=()=>{setTimeout(start,${PAINT_TIMEOUT_MS});new PerformanceObserver(start).observe({type:'paint',buffered:true})};
document.visibilityState==='hidden'?start():requestAnimationFrame(whenPainted);
`;
const starterFile = `assets/start-${createHash('sha256').update(STARTER).digest('base64url').slice(0, 8)}.js`;

/**
 * Lets the first paint come before the scripts: the style sheet comes first, and the scripts with their preloads are in a `<template>` that
 * a small script inserts after the first frame. Each file is a separate script element, so that a phone can react between them.
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
