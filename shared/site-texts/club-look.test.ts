import { expect, test } from 'vitest';
import { colours } from '#shared/media/colours.ts';
import { contrast } from '#shared/media/contrast.ts';
import { colourProblem, LOGO_MAX, readColour, readLogo, standardLook, tidyLogo } from './club-look.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const logo = (inside: string, viewBox = '0 0 90 30') => `<svg ${XMLNS} viewBox="${viewBox}">${inside}</svg>`;
const SHAPE = '<path d="M0 0h90v30z"/>';
const problemOf = (text: string) => {
  const read = readLogo(text);
  return 'problem' in read ? read.problem : undefined;
};

test.each([
  ['#F5E51B', '#f5e51b'],
  [' f5e51b ', '#f5e51b'],
  ['#fff', undefined],
  ['yellow', undefined],
  ['#f5e51b;--x:url(//x)', undefined],
])('a person who writes %j means %s', (text, colour) => {
  expect(readColour(text)).toBe(colour);
});

test.each([
  ['#ff5a1f', undefined],
  ['#ffffff', undefined],
  ['#d6082f', 'validation.colour_dark'],
  ['#000000', 'validation.colour_dark'],
  ['red', 'validation.colour'],
])('the colour %s has the problem %s', (colour, problem) => {
  expect(colourProblem(colour)).toBe(problem);
});

test('a colour is taken exactly when it has 4.5 to 1 on the lightest ground', () => {
  const greys = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`);
  for (const grey of greys) expect([grey, colourProblem(grey) === undefined]).toEqual([grey, contrast(grey, colours.surface3) >= 4.5]);
  expect([standardLook.colour, standardLook.textColour].map(colourProblem)).toEqual([undefined, undefined]);
});

test.each([
  logo(SHAPE),
  logo(`<title>Club &amp; bar</title><g fill="none" stroke='#000'>${SHAPE}</g>`),
  logo('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect width="9" height="9" fill="url(#a)"/>'),
  logo(`<style>.a{fill:url('#b')}</style><clipPath id="c">${SHAPE}</clipPath><g clip-path="url(#c)">${SHAPE}</g>`),
  tidyLogo(`<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<!-- made by hand -->${logo(SHAPE)}\n`),
])('shapes alone are a logo: %s', (text) => {
  expect(readLogo(text)).toEqual({ ratio: 3 });
});

test.each([
  ['a script', logo('<script>alert(1)</script>')],
  ['a handler', logo('<path onload="alert(1)" d="M0 0"/>')],
  ['a page inside', logo('<foreignObject><p>x</p></foreignObject>')],
  ['a picture', logo('<image href="https://x.example/a.png"/>')],
  ['copies of copies', logo('<g id="a"/><use href="#a"/>')],
  ['masks of masks', logo(`<mask id="a">${SHAPE}</mask>`)],
  ['a mask in a style', logo(`<style>.a{mask:url(#b)}</style>${SHAPE}`)],
  ['clips of clips', logo('<clipPath id="a"><rect width="9" height="9" clip-path="url(#b)"/></clipPath>')],
  ['clips in a style', logo(`<style>.a{clip-path:url(#b)}</style>${SHAPE}`)],
  ['a line of a million dashes', logo('<path stroke-dasharray=".001" d="M0 0h9"/>')],
  ['text', logo('<text>Club</text>')],
  ['a link', logo(`<a href="https://x.example">${SHAPE}</a>`)],
  ['a foreign reference', logo('<linearGradient id="a" xlink:href="https://x.example/b.svg#c"/>')],
  ['a foreign paint', logo('<path fill="url(https://x.example/a.svg#b)" d="M0 0"/>')],
  ['a foreign paint in a style', logo('<path style="fill: URL ( //x.example )" d="M0 0"/>')],
  ['a foreign style sheet', logo('<style>@import "https://x.example/a.css";</style>')],
  ['a masked letter in a style', logo('<style>.a{fill:\\75rl(//x.example)}</style>')],
  ['a masked letter in an attribute', logo('<path fill="&#117;rl(//x.example)" d="M0 0"/>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${logo(SHAPE)}`],
  ['an unknown entity', logo('<title>&nbsp;</title>')],
  ['an instruction', `<?xml-stylesheet href="https://x.example/a.css"?${logo(SHAPE)}`],
  ['an animation', logo('<path d="M0 0"><set attributeName="href" to="x"/></path>')],
  ['an element that is not closed', logo('<g>')],
  ['one that is closed twice', `${logo(SHAPE)}</svg>`],
  ['two pictures', logo(SHAPE) + logo(SHAPE)],
  ['words after it', `${logo(SHAPE)}alert(1)`],
  ['a page', '<html><body></body></html>'],
  ['no namespace', `<svg viewBox="0 0 1 1">${SHAPE}</svg>`],
  ['no text at all', ''],
])('%s is refused', (_name, text) => {
  expect(problemOf(tidyLogo(text))).toBe('validation.logo');
});

test.each([
  ['0 0 90 10', 'validation.logo_shape'],
  ['0 0 10 30', 'validation.logo_shape'],
  ['0 0 0 30', 'validation.logo_shape'],
  ['', 'validation.logo_shape'],
  ['-5,-5,80,10', undefined],
])('a view box of %j has the problem %s', (viewBox, problem) => {
  expect(problemOf(logo(SHAPE, viewBox))).toBe(problem);
});

test('a logo may have 20,000 letters', () => {
  const padded = (length: number) => logo(`<path d="${'M0 0'.padEnd(length - logo('<path d=""/>').length)}"/>`);
  expect(padded(LOGO_MAX)).toHaveLength(LOGO_MAX);
  expect([problemOf(padded(LOGO_MAX)), problemOf(padded(LOGO_MAX + 1))]).toEqual([undefined, 'validation.too_long']);
});
