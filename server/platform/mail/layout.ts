import { LOGO_INKS, logoPath, logoRatio } from '#server/platform/club-look.ts';
import type { Env } from '#server/platform/config/env.ts';
import type { Language } from '#shared/constants.ts';
import { posterColours } from '#shared/media/covers.ts';
import { type Block, blockHtml, blockText, fonts, html, type Html, palette } from './blocks.ts';
import { type MailContent, mailTranslator } from './mail-kind.ts';

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
  const contact = letter.isForVenue
    ? ''
    : mailTranslator(letter.language)('mail:footer.contact', { email: venue.email, phone: venue.phone });
  return {
    subject: letter.subject,
    html: page({
      colours: { paper: venue.colour, on: posterColours.coal },
      ...letter,
      ground: venue.textColour,
      brand: brandHtml(venue, name),
      contact,
    }),
    text: [name, letter.heading, ...letter.blocks.map(blockText), `-- \n${name}\n${contact}`.trimEnd()].join('\n\n') + '\n',
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
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:0;background:${ground}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${ground}">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
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

const headHtml = (heading: string, brand: Html, { paper, on }: Colours): Html =>
  html`<tr>
      <td bgcolor="${paper}" style="padding:32px;background:${paper}">
        <p style="margin:0 0 24px;font:700 15px/20px ${fonts};color:${on}">${brand}</p>
        <h1 style="margin:0;font:900 36px/40px ${fonts};color:${on}">${heading}</h1>
      </td>
    </tr>
    <tr>
      <td style="height:32px;font-size:0;line-height:0">&nbsp;</td>
    </tr>`;

const footHtml = (contact: string): Html =>
  html`<tr>
    <td style="padding:8px 32px 32px;font:14px/20px ${fonts};color:${palette.muted}">${contact}</td>
  </tr>`;
