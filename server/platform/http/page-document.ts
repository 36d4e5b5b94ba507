import type { Language } from '#shared/constants.ts';
import type { RenderedPage } from '#shared/rendering.ts';
import { localeUrl } from './locale-files.ts';

/** Elements for the head: `shown` is needed for the first paint, `live` for what comes after it. */
export type HeadLinks = { shown: string; live: string };

/** index.html with its holes filled. */
export type FillDocument = (page: RenderedPage, language: Language, links: HeadLinks) => string;

const HOLES = ['<html lang="en">', '<!--head-->', '<!--live-->', '<!--body-->', '<!--state-->'] as const;

/** Cuts index.html at its holes once. Pieces are joined, never replaced into each other: page content may hold any text. */
export function readDocument(html: string): FillDocument {
  let rest = html;
  const pieces = HOLES.map((hole) => {
    const place = rest.indexOf(hole);
    if (place < 0) throw new Error(`index.html has no ${hole}.`);
    const piece = rest.slice(0, place);
    rest = rest.slice(place + hole.length);
    return piece;
  });
  const [start, beforeHead, beforeLive, beforeBody, beforeState] = pieces;

  return ({ head, body, state, namespaces, wordsVersion }, language, { shown, live }) => {
    const words = namespaces.map((namespace) => preload(localeUrl(language, namespace, wordsVersion), 'fetch')).join('');
    return (
      `${start}<html lang="${language}">${beforeHead}${head}${shown}${beforeLive}${live}${words}${beforeBody}${body}` +
      `${beforeState}<script type="application/json" id="state">${state}</script>${rest}`
    );
  };
}

/** Words are needed when the page comes alive; a font already when it is painted. */
export function preload(href: string, as: 'fetch' | 'font'): string {
  const rank = as === 'fetch' ? ' fetchpriority="low"' : '';
  return `<link rel="preload" href="${href}" as="${as}" crossorigin${rank}>`;
}
