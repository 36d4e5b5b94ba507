import type { Sharp } from 'sharp';
import { loadSharp } from '#server/content/gallery/sharp.ts';
import { drawCover } from '#server/content/media/covers/cover.ts';
import type { Life } from '#server/content/media/covers/press.ts';
import type { Env } from '#server/platform/config/env.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText, venueTime, weekdayText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { chooseCover, defaultCoverId, posterColours } from '#shared/media/covers.ts';
import { openingDays, openingTimes } from '#shared/opening.ts';
import { type SharedEvent, shareImageSize } from '#shared/sharing/addresses.ts';
import { printable, setLine, type Style, type Styles, widthOf, fitLines } from './outlines.ts';

const { width: WIDTH, height: HEIGHT } = shareImageSize;
const PANEL_WIDTH = 720;
const MARGIN = 48;
const BASELINE = HEIGHT - MARGIN;

/** The frame of the art or the photo, beside the text panel, never below it. */
const artFrame = { left: PANEL_WIDTH, top: 0, width: WIDTH - PANEL_WIDTH, height: HEIGHT };

type SharePicture = {
  /** The id of an event's cover, or of the club's. */
  coverId: number | string;
  letter: string;
  /** How much of the event's poster is printed. */
  life?: Life;
  /** The first name that the fonts can print is used. */
  names: string[];
  /** The day of the month, shown large beside the lines. */
  numeral?: string;
  lines: string[];
  clubName: string;
};

type Venue = Env['venue'];
const clubName = (venue: Venue, language: Language): string => (language === 'ka' ? venue.nameKa : venue.name);

/** Returns the image of an event: name, weekday, date and hours, or that it is cancelled. */
export function eventPicture(event: SharedEvent, venue: Venue, language: Language): SharePicture {
  const t = translators[language].t;
  const hours = `${timeText(event.startDate)}–${timeText(event.endDate)}`;
  return {
    coverId: event.id,
    letter: event.name,
    life: { state: event.cover, startsAt: new Date(event.startDate), endsAt: new Date(event.endDate) },
    names: [eventName(event, language), event.nameLat, event.name, clubName(venue, language)],
    numeral: String(venueTime(event.startDate).day),
    lines: [
      weekdayText(event.startDate, (key) => t(key)),
      dateText(event.startDate, language, (key) => t(key)),
      event.isCancelled ? t('events:cancelled') : hours,
    ],
    clubName: clubName(venue, language),
  };
}

/** Returns the image of the club: name and opening hours. */
export function clubPicture(venue: Venue, language: Language): SharePicture {
  return {
    coverId: defaultCoverId,
    letter: '',
    names: [clubName(venue, language)],
    lines: [openingDays(venue.opening, (key) => translators[language].t(key)), openingTimes(venue.opening)],
    clubName: '',
  };
}

/** Draws the image as SVG with outlines instead of text elements, so that it looks the same on every machine. */
export function drawSharePicture(picture: SharePicture, styles: Styles): string {
  const { set } = chooseCover(picture.coverId);
  const [paper, on] = [posterColours[set.paper], posterColours[set.on]];
  const { coverId: id, letter, life } = picture;
  const cover = drawCover({ id, width: artFrame.width, height: artFrame.height, letter, life });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    cover.replace('<svg ', `<svg x="${artFrame.left}" y="${artFrame.top}" `) +
    `<path fill="${paper}" d="M0 0H${PANEL_WIDTH}V${HEIGHT}H0Z"/>` +
    drawMark(on, MARGIN, MARGIN, MARK_SIZE) +
    `<g fill="${on}">${drawWordmark(picture.clubName, styles)}${drawDate(picture, styles, on)}${drawName(picture, styles)}</g></svg>`
  );
}

const MARK_SIZE = 48;
const WORDMARK_SIZE = 46;
const NUMERAL_SIZE = 150;
const LINE_SIZE = 35;
const LINE_PITCH = 43;
/** Makes the text as bold as text beside a numeral is on the site. */
const LINE_STROKE = 28;
const NUMERAL_GAP = 26;
const NAME_GAP = 48;
const NAME = { largest: 230, smallest: 44, capHeight: 0.69 };
/** The line height: Latin capitals have accents above, Georgian letters reach further down. */
const PITCH = { latin: 0.86, georgian: 0.98 };
/** Longer names are cut before anything is measured. */
const LONGEST_NAME = 120;
const DAY_CAPS = 0.686 * NUMERAL_SIZE;

function drawWordmark(name: string, { display }: Styles): string {
  return drawText(capitals(name, display), display, MARGIN + MARK_SIZE + 16, MARGIN + MARK_SIZE, WORDMARK_SIZE, PANEL_WIDTH - 2 * MARGIN);
}

function drawDate({ numeral, lines }: SharePicture, { display, text }: Styles, colour: string): string {
  const x = MARGIN + (numeral ? widthOf(numeral, display) * NUMERAL_SIZE + NUMERAL_GAP : 0);
  const room = PANEL_WIDTH - MARGIN - x;
  const rows = lines.map((line, place) => {
    const baseline = BASELINE - (lines.length - 1 - place) * LINE_PITCH;
    return drawText(printable(line, text), text, x, baseline, LINE_SIZE, room);
  });
  const strong = `<g stroke="${colour}" stroke-linejoin="round" stroke-width="${LINE_STROKE}">${rows.join('')}</g>`;
  return (numeral ? drawText(numeral, display, MARGIN, BASELINE, NUMERAL_SIZE, PANEL_WIDTH) : '') + strong;
}

function drawName({ names, numeral, lines }: SharePicture, { display }: Styles): string {
  const text = names.map((name) => capitals(name, display)).find((name) => name !== '');
  if (text === undefined) return '';
  const bottom = BASELINE - (numeral ? DAY_CAPS : lines.length * LINE_PITCH) - NAME_GAP;
  const box = { width: PANEL_WIDTH - 2 * MARGIN, height: bottom - (2 * MARGIN + MARK_SIZE - 8) };
  const widths = new Map<string, number>();
  const measure = (word: string): number => {
    const width = widths.get(word) ?? widthOf(word, display);
    widths.set(word, width);
    return width;
  };
  const pitch = /\p{Script=Georgian}/u.test(text) ? PITCH.georgian : PITCH.latin;
  const fitted = fitLines(text, box, { ...NAME, measure, space: measure(' '), pitch });
  return fitted.lines
    .map((line, place) =>
      drawText(line, display, MARGIN, bottom - (fitted.lines.length - 1 - place) * pitch * fitted.size, fitted.size, box.width),
    )
    .join('');
}

/** Returns a text as the display class shows it, in capitals of both scripts. */
const capitals = (text: string, display: Style): string =>
  [...printable(text.slice(0, 4 * LONGEST_NAME).toUpperCase(), display)].slice(0, LONGEST_NAME).join('').trim();

/** Draws one line on its baseline, smaller if it would be wider than `room`. */
function drawText(text: string, style: Style, x: number, baseline: number, size: number, room: number): string {
  const { markup, width } = setLine(text, style);
  const scale = Math.min(size, room / Math.max(width, Number.EPSILON));
  return `<g transform="translate(${x.toFixed(1)} ${baseline.toFixed(1)}) scale(${scale.toFixed(3)})">${markup}</g>`;
}

/** The two arches on a box of 40 × 40, as path data for a stroke of 5.2. */
export const markPath = 'M2.6 40V20a17.4 17.4 0 0 1 34.8 0v20M13 40V20a7 7 0 0 1 14 0v20';

const STROKE = 5.2;
const BOX = 40;

/** Draws the mark, `size` high, with the upper left corner of its box at a point. */
export const drawMark = (colour: string, x: number, y: number, size: number): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${STROKE}" d="${markPath}" transform="translate(${x} ${y}) scale(${size / BOX})"/>`;

/** The largest image that messengers load automatically. */
const BYTES_MAX = 150 * 1024;
/** The numbers of palette colours to try: flat art needs few, a photo gets as many as the file size allows. */
const COLOURS = { print: [64, 32], photo: [192, 96, 48, 24] };

/** Makes the PNG of a share image, with the photo in place of the art if it can be read. */
export async function printPng(svg: string, photo: Buffer | undefined): Promise<Buffer> {
  const sharp = await loadSharp();
  const fitted =
    photo &&
    (await sharp(photo)
      .autoOrient()
      .resize(artFrame.width, artFrame.height)
      .png()
      .toBuffer()
      .catch(() => undefined));
  const image = sharp(Buffer.from(svg)).removeAlpha();
  if (fitted) image.composite([{ input: fitted, left: artFrame.left, top: artFrame.top }]);
  return lightest(image, fitted ? COLOURS.photo : COLOURS.print, fitted ? 1 : 0);
}

async function lightest(image: Sharp, [colours = 16, ...fewer]: number[], dither: number): Promise<Buffer> {
  const png = await image.clone().png({ palette: true, colours, dither, effort: 7 }).toBuffer();
  return png.length <= BYTES_MAX || fewer.length === 0 ? png : lightest(image, fewer, dither);
}
