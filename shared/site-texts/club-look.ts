import { colours } from '#shared/media/colours.ts';
import { contrast } from '#shared/media/contrast.ts';

/** What the club looks like: colours as `#rrggbb`, the logo as the source of an SVG, empty without one. */
export type ClubLook = { colour: string; textColour: string; logo: string };

export const standardLook: ClubLook = { colour: colours.accent.toLowerCase(), textColour: colours.text.toLowerCase(), logo: '' };

/** Reads `#F5E51B` and `f5e51b`; undefined for anything else. */
export function readColour(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}

/** What a colour of the club is read on; text on a fill of it is as dark as the first. */
const GROUNDS = [colours.bg, colours.surface1, colours.surface2, colours.surface3];
/** WCAG 2, level AA, for text of any size. */
const CONTRAST_MIN = 4.5;

/** Returns the error of a colour, as a key of `forms`; undefined if it is legible wherever it is used. */
export function colourProblem(text: string): string | undefined {
  const colour = readColour(text);
  if (colour === undefined) return 'validation.colour';
  return GROUNDS.every((ground) => contrast(colour, ground) >= CONTRAST_MIN) ? undefined : 'validation.colour_dark';
}

export const LOGO_MAX = 20_000;
/** Width by height: from a tall emblem to one line of letters. */
const RATIO = { least: 0.5, most: 8 };

/**
 * Shapes alone: no script, no text, whose font we would not have, no picture and nothing from elsewhere. No `use` or `mask` either, nor clips
 * of clips, with which a few lines draw a million shapes.
 */
const ELEMENTS = new Set(
  'svg g defs title desc style path rect circle ellipse line polyline polygon clipPath linearGradient radialGradient stop'.split(' '),
);
const ELEMENT = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const FOREIGN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** Leaves out what drawing programs write around the picture. */
export const tidyLogo = (text: string): string =>
  text.length > 4 * LOGO_MAX ? text : text.replaceAll(/<\?xml[^>]*\?>|<!DOCTYPE[^>[]*>|<!--(?:(?!--)[^])*-->/gi, '').trim();

/** Returns the shape of a logo, or its error as a key of `forms`. */
export function readLogo(text: string): { ratio: number } | { problem: string } {
  if (text.length > LOGO_MAX) return { problem: 'validation.too_long' };
  const elements = readElements(text);
  if (!elements) return { problem: 'validation.logo' };
  const [, width = 0, height = 0] = /^\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*$/.exec(elements.viewBox)?.map(Number) ?? [];
  const ratio = width / height;
  return ratio >= RATIO.least && ratio <= RATIO.most ? { ratio } : { problem: 'validation.logo_shape' };
}

/** Returns the view box of a well-formed SVG that has nothing but the known elements. */
function readElements(text: string): { viewBox: string } | undefined {
  const open: string[] = [];
  let viewBox: string | undefined;
  let at = 0;
  while (at < text.length) {
    ELEMENT.lastIndex = at;
    const [all = '', slash, name = '', inside = '', end] = ELEMENT.exec(text) ?? [];
    if (!ELEMENTS.has(name)) return undefined;
    const attributes = new Map([...inside.matchAll(ATTRIBUTE)].map(([, key = '', one, other]) => [key, one ?? other ?? '']));
    if (![...attributes].every(([key, value]) => isHarmless(key, value))) return undefined;
    if (open.includes('clipPath') && /url\s*\(/i.test(inside)) return undefined;
    if (viewBox === undefined) {
      if (name !== 'svg' || attributes.get('xmlns') !== 'http://www.w3.org/2000/svg') return undefined;
      viewBox = attributes.get('viewBox') ?? '';
    }
    if (slash === '/' ? open.pop() !== name : end !== '/' && open.push(name) === 0) return undefined;
    at += all.length;
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? undefined : next);
    if (FOREIGN_ENTITY.test(between) || (open.at(-1) === 'style' && (!isHarmlessStyle(between) || /clip-path/i.test(between))))
      return undefined;
    if (open.length === 0 && (between.trim() !== '' || next >= 0)) return undefined;
    at += between.length;
  }
  return open.length === 0 && viewBox !== undefined ? { viewBox } : undefined;
}

/** A reference leads to a part of the same file. */
function isHarmless(name: string, value: string): boolean {
  if (/^(on.*|mask|stroke-dasharray)$/i.test(name)) return false;
  if (/(?:^|:)href$/i.test(name)) return value.startsWith('#');
  return isHarmlessStyle(value);
}

const isHarmlessStyle = (style: string): boolean => !/url\s*\((?!\s*['"]?#)|@import|\\|mask|stroke-dasharray/i.test(style);
