import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const SHEET = /\s*<link rel="stylesheet"[^>]*>/;
const NEEDED_SCRIPT = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const SCRIPT = /\s*<script type="module"[^>]*><\/script>/;

/** Runs when the document and its styles are there; nobody waits for the frame of a page that is not seen. */
const STARTER = `const live=document.querySelector('#live'),start=()=>document.head.append(live.content.cloneNode(true));
document.visibilityState==='hidden'?start():requestAnimationFrame(()=>setTimeout(start));
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
