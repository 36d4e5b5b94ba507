import type { Font } from 'fontkit';
import { qrCode } from '#server/platform/qr-picture.ts';

/** The texts of one printed ticket; `code` is the text of the QR code. Colours as `#RRGGBB`. */
export type TicketPage = {
  colours: { paper: string; on: string; second: string };
  club: string;
  /** The first one that the fonts can print is used. */
  names: string[];
  when: string;
  doors: string;
  facts: [label: string, value: string][];
  notes: string[];
  contact: string;
  code: string;
};

export type Faces = { text: Font; strong: Font };
type Face = keyof Faces;
type Sheet = { document: PDFKit.PDFDocument; faces: Faces };

const MM = 72 / 25.4;
const INK = '#0B0B0C';
const QUIET = '#5A564E';
const WHITE = '#FFFFFF';

/** A4 in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 16 * MM;
const INSET = 9 * MM;
const WIDTH = PAGE.width - 2 * MARGIN;
const PANEL = { top: MARGIN, height: 78 * MM };
const STRIP = 4 * MM;
const PERFORATION = PANEL.top + PANEL.height + STRIP + 7 * MM;
const NOTCH = 3.2 * MM;
const STUB = PERFORATION + 10 * MM;
/** Without its quiet zone, which is four modules wide. */
const CODE = 66 * MM;
const QUIET_MODULES = 4;
const NAME = { largest: 46, smallest: 15, lineGap: -2 };
/** Closes the hairlines that some viewers show between neighbouring squares. */
const OVERLAP = 0.06;

/** Draws one ticket on the document's current page: paper panel, perforation, white stub. */
export function drawTicketPage(document: PDFKit.PDFDocument, faces: Faces, page: TicketPage): void {
  const sheet = { document: document.registerFont('text', faces.text).registerFont('strong', faces.strong), faces };
  drawPanel(sheet, page);
  drawPerforation(document);
  const side = drawCode(document, page.code, MARGIN, STUB);
  const x = MARGIN + side + INSET;
  drawFacts(sheet, page.facts, x, MARGIN + WIDTH - x);
  drawNotes(sheet, page, STUB + side + 8 * MM);
}

function drawPanel(sheet: Sheet, { colours: { paper, on, second }, club, names, when, doors }: TicketPage): void {
  const left = MARGIN + INSET;
  const width = WIDTH - 2 * INSET;
  sheet.document.rect(MARGIN, PANEL.top, WIDTH, PANEL.height).fill(paper);
  sheet.document.rect(MARGIN, PANEL.top + PANEL.height, WIDTH, STRIP).fill(second);
  write(sheet, 'strong', 15, on, club, left, PANEL.top + INSET, width);
  const foot = PANEL.top + PANEL.height - INSET;
  write(sheet, 'strong', 15, on, doors, left, foot - 15, width);
  write(sheet, 'text', 15, on, when, left, foot - 37, width);
  const top = PANEL.top + INSET + 26;
  drawName(sheet, names, on, { left, top, width, height: foot - 48 - top });
}

type Box = { left: number; top: number; width: number; height: number };

/** Sets a name as large as the box allows, on as many lines as needed, at the box's lower edge. */
function drawName({ document, faces }: Sheet, names: string[], on: string, { left, top, width, height }: Box): void {
  document.font('strong');
  const name = names.map((each) => printable(faces.strong, each)).find((each) => each !== '') ?? '';
  const { lineGap } = NAME;
  const heightAt = (size: number) => document.fontSize(size).heightOfString(name, { width, lineGap });
  const fits = (size: number) => heightAt(size) <= height && name.split(' ').every((word) => document.widthOfString(word) <= width);
  let size = NAME.largest;
  while (size > NAME.smallest && !fits(size)) size -= 1;
  const free = height - heightAt(size);
  // At the smallest size the rest is cut off.
  const cut = free < 0 ? { height, ellipsis: true } : {};
  document.fillColor(on).text(name, left, top + Math.max(0, free), { width, lineGap, ...cut });
}

/** Draws the perforation of the stub: a dashed line between two half circles. */
function drawPerforation(document: PDFKit.PDFDocument): void {
  document.save().lineWidth(1).strokeColor(INK).dash(5, { space: 4 });
  document
    .moveTo(MARGIN + NOTCH, PERFORATION)
    .lineTo(MARGIN + WIDTH - NOTCH, PERFORATION)
    .stroke();
  document.undash();
  for (const [x, turn] of [
    [MARGIN, 1],
    [MARGIN + WIDTH, 0],
  ])
    document.path(`M${x} ${PERFORATION - NOTCH}A${NOTCH} ${NOTCH} 0 0 ${turn} ${x} ${PERFORATION + NOTCH}`).stroke();
  document.restore();
}

/** Draws the code as vector squares, including its quiet zone. Returns its width. */
function drawCode(document: PDFKit.PDFDocument, code: string, left: number, top: number): number {
  const { modules } = qrCode(code);
  const unit = CODE / modules.size;
  const side = CODE + 2 * QUIET_MODULES * unit;
  document.rect(left, top, side, side).fill(WHITE);
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column) !== 1) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1) === 1) column += 1;
      const [x, y] = [left + (QUIET_MODULES + from) * unit, top + (QUIET_MODULES + row) * unit];
      document.rect(x, y, (column + 1 - from) * unit + OVERLAP, unit + OVERLAP);
    }
  }
  document.fill(INK);
  return side;
}

function drawFacts(sheet: Sheet, facts: TicketPage['facts'], left: number, width: number): void {
  let y = STUB + 4 * MM;
  for (const [label, value] of facts) {
    y += write(sheet, 'text', 9.5, QUIET, label, left, y, width) + 1;
    y += write(sheet, 'strong', 13, INK, value, left, y, width) + 9;
  }
}

function drawNotes(sheet: Sheet, { notes, contact }: TicketPage, top: number): void {
  let y = top;
  for (const note of notes) y += write(sheet, 'text', 11.5, INK, note, MARGIN, y, WIDTH) + 5;
  write(sheet, 'text', 9.5, QUIET, contact, MARGIN, PAGE.height - MARGIN - 12, WIDTH);
}

/** Writes one paragraph and returns its height in points. */
function write(
  { document, faces }: Sheet,
  face: Face,
  size: number,
  ink: string,
  text: string,
  x: number,
  y: number,
  width: number,
): number {
  const printed = printable(faces[face], text);
  const height = document.font(face).fontSize(size).heightOfString(printed, { width });
  document.fillColor(ink).text(printed, x, y, { width });
  return height;
}

/** The font has no Georgian capitals: they are printed as the corresponding small letters. */
const MTAVRULI = /[\u1C90-\u1CBF]/g;

/** Returns the part of a text that the font can print, on one line. */
function printable(face: Font, text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/\s/g, ' ')
    .replaceAll(MTAVRULI, (letter) => letter.toLowerCase());
  return [...plain]
    .filter((character) => face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
