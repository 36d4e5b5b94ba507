import { LOGO_INKS, logoPath, logoRatio } from '#server/platform/club-look.ts';
import type { Env } from '#server/platform/config/env.ts';
import type { Language } from '#shared/constants.ts';
import { colours, ticketStub } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';
import { type InlinePicture, type MailContent, mailTranslator } from './mail-kind.ts';

export type Fact = readonly [label: string, value: string];

/** A part of a mail, from which both HTML and text are made, so that they have the same facts. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'note'; text: string }
  | { type: 'facts'; rows: readonly Fact[] }
  | { type: 'link' | 'small-link'; label: string; url: string }
  | { type: 'code'; caption: string; picture: InlinePicture; alt: string; code: string };

const fonts = "Arial, Helvetica, 'Noto Sans Georgian', Sylfaen, sans-serif";
/** Ink on a white sheet on the club's paper. */
export const palette = { sheet: ticketStub.fill, ink: colours.bg, label: colours.text, muted: '#55524B', hairline: '#D9D4C8' } as const;
/** In a mail program that is set to dark. The head keeps its colours, and a QR code its white cell. */
export const darkPalette = {
  ground: colours.bg,
  sheet: colours.surface2,
  ink: colours.text,
  label: colours.bg,
  muted: colours.textMuted,
  hairline: colours.borderQuiet,
} as const;
/** Only a style sheet can ask for the dark scheme, and only `!important` overrides the inline styles. A program that drops it shows the light mail. */
const DARK_STYLES = `@media (prefers-color-scheme: dark) {
.ground { background: ${darkPalette.ground} !important }
.sheet { background: ${darkPalette.sheet} !important }
.ink { color: ${darkPalette.ink} !important }
.muted { color: ${darkPalette.muted} !important }
.line { border-color: ${darkPalette.hairline} !important }
.button { background: ${darkPalette.ink} !important; color: ${darkPalette.label} !important }
}`;
const QR_SIZE = 240;
const LABEL_WIDTH = 120;

/** Returns one table row of the mail. Styles are inline, because mail programs drop style sheets. */
function blockHtml(block: Block): Html {
  return html`<tr>
    <td style="padding:0 32px 24px">${contentHtml(block)}</td>
  </tr>`;
}

function contentHtml(block: Block): Html {
  switch (block.type) {
    case 'paragraph':
      return html`<p class="ink" style="margin:0;overflow-wrap:anywhere;font:16px/26px ${fonts};color:${palette.ink}">
        ${lines(block.text)}
      </p>`;
    case 'note':
      return html`<p class="muted" style="margin:0;overflow-wrap:anywhere;font:14px/20px ${fonts};color:${palette.muted}">
        ${lines(block.text)}
      </p>`;
    case 'facts':
      return html`<table
        class="line"
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="border-top:1px solid ${palette.hairline}"
      >
        ${block.rows.map(factHtml)}
      </table>`;
    case 'link':
      return html`<a
        class="button"
        href="${block.url}"
        target="_blank"
        style="display:inline-block;padding:16px 24px;background:${palette.ink};color:${palette.label};font:700 16px/24px ${fonts};text-decoration:none;border-radius:2px"
        >${block.label}</a
      >`;
    case 'small-link':
      return html`<a class="muted" href="${block.url}" target="_blank" style="font:14px/20px ${fonts};color:${palette.muted}"
        >${block.label}</a
      >`;
    case 'code':
      return codeHtml(block);
  }
}

const factHtml = ([label, value]: Fact): Html =>
  html`<tr>
    <td
      class="muted line"
      width="${LABEL_WIDTH}"
      valign="top"
      style="padding:10px 16px 10px 0;font:14px/22px ${fonts};color:${palette.muted};border-bottom:1px solid ${palette.hairline}"
    >
      ${label}
    </td>
    <td
      class="ink line"
      valign="top"
      style="padding:10px 0;overflow-wrap:anywhere;font:700 16px/22px ${fonts};color:${palette.ink};border-bottom:1px solid ${palette.hairline}"
    >
      ${lines(value)}
    </td>
  </tr>`;

/** The cell itself is white, so that the code keeps its light quiet zone in dark mail programs. */
const codeHtml = ({ caption, picture, alt, code }: Block & { type: 'code' }): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    bgcolor="${palette.sheet}"
    style="border:1px solid ${palette.hairline}"
  >
    <tr>
      <td align="center" bgcolor="${palette.sheet}" style="padding:24px;background:${palette.sheet}">
        <p style="margin:0 0 16px;font:700 16px/22px ${fonts};color:${palette.ink}">${caption}</p>
        <img src="cid:${picture.cid}" width="${QR_SIZE}" height="${QR_SIZE}" alt="${alt}" style="display:block;border:0" />
        <p style="margin:16px 0 0;font:13px/18px 'Courier New', Courier, monospace;color:${palette.ink};word-break:break-all">
          ${lines(code)}
        </p>
      </td>
    </tr>
  </table>`;

function blockText(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'facts':
      return block.rows.map(([label, value]) => (value.includes('\n') ? `${label}:\n${value}` : `${label}: ${value}`)).join('\n');
    case 'link':
    case 'small-link':
      return `${block.label}: ${block.url}`;
    case 'code':
      return `${block.caption}\n${block.code}`;
  }
}

type Letter = {
  language: Language;
  subject: string;
  heading: string;
  /** The colour of the head and of the text on it; by default the club's, for mails without an event. */
  colours?: { paper: string; on: string };
  blocks: Block[];
  /** True for mails to the venue itself, which omit the venue's contacts. */
  isForVenue?: boolean;
};

const WIDTH = 600;

/** Composes a mail: subject, HTML, text and the pictures of its blocks. */
export function composeMail(venue: Env['venue'], letter: Letter): MailContent {
  const name = letter.language === 'ka' ? venue.nameKa : venue.name;
  const contactWith = (phone: string) =>
    letter.isForVenue ? '' : mailTranslator(letter.language)('mail:footer.contact', { email: venue.email, phone });
  return {
    subject: letter.subject,
    html: page({
      colours: { paper: venue.colour, on: posterColours.coal },
      ...letter,
      ground: venue.textColour,
      brand: brandHtml(venue, name),
      contact: contactWith(venue.phone.replaceAll(' ', '\u00A0')),
    }),
    text:
      [name, letter.heading, ...letter.blocks.map(blockText), `-- \n${name}\n${contactWith(venue.phone)}`.trimEnd()].join('\n\n') + '\n',
    pictures: letter.blocks.flatMap((block) => (block.type === 'code' ? [block.picture] : [])),
  };
}

type Colours = { paper: string; on: string };
/** `brand` is the club's name, or its logo in an ink. */
type Page = Letter & { colours: Colours; ground: string; brand: (on: string) => Html; contact: string };

function page({ language, subject, heading, colours: head, blocks, ground, brand, contact }: Page): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${{ markup: DARK_STYLES }}
        </style>
      </head>
      <body class="ground" style="margin:0;padding:0;background:${ground}">
        <table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${ground}">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                class="sheet"
                role="presentation"
                width="${WIDTH}"
                cellpadding="0"
                cellspacing="0"
                bgcolor="${palette.sheet}"
                style="width:100%;max-width:${WIDTH}px"
              >
                ${headHtml(heading, brand(head.on), head)} ${blocks.map(blockHtml)} ${footHtml(contact)}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup;
}

const LOGO_HEIGHT = 40;
const LOGO_WIDTH_MAX = 240;

/** Without pictures a mail program shows the name. */
const brandHtml =
  ({ logo, publicUrl }: Env['venue'], name: string) =>
  (on: string): Html => {
    if (logo === '') return html`${name}`;
    const ratio = logoRatio(logo);
    const height = Math.round(Math.min(LOGO_HEIGHT, LOGO_WIDTH_MAX / ratio));
    const src = publicUrl + logoPath(logo, on === LOGO_INKS.bone ? 'bone' : 'coal');
    return html`<img src="${src}" width="${Math.round(height * ratio)}" height="${height}" alt="${name}" style="display:block;border:0" />`;
  };

/** On a phone the column has room for a large word of so many letters. */
const LARGE_LETTERS_MAX = 12;

const headingFont = (heading: string): string =>
  heading.split(/\s/).some((word) => word.length > LARGE_LETTERS_MAX) ? '30px/36px' : '36px/40px';

const headHtml = (heading: string, brand: Html, { paper, on }: Colours): Html =>
  html`<tr>
      <td bgcolor="${paper}" style="padding:32px;background:${paper}">
        <p style="margin:0 0 24px;font:700 15px/20px ${fonts};color:${on}">${brand}</p>
        <h1 style="margin:0;text-wrap:balance;font:900 ${headingFont(heading)} ${fonts};color:${on}">${heading}</h1>
      </td>
    </tr>
    <tr>
      <td style="height:32px;font-size:0;line-height:0">&nbsp;</td>
    </tr>`;

const footHtml = (contact: string): Html =>
  html`<tr>
    <td class="muted" style="padding:8px 32px 32px;font:14px/20px ${fonts};color:${palette.muted}">${contact}</td>
  </tr>`;

/** Markup that needs no escaping. */
export type Html = { readonly markup: string };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

type Part = string | number | Html | readonly Html[];

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** Builds markup from a template: texts are escaped, other markup is not. Attribute values must be in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = strings.map((literal, place) => {
    const part = parts[place];
    return part === undefined ? literal : literal + markupOf(part);
  });
  return { markup: pieces.join('') };
}

/** Text with its line breaks as `<br>`. */
export const lines = (text: string): Html => ({
  markup: text
    .split(/\r\n|\r|\n/)
    .map(escapeHtml)
    .join('<br>'),
});
