import { readFile } from 'node:fs/promises';
import { create, type Font, type GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';
import Pdf from 'pdfkit';
import type { Language } from '#shared/constants.ts';
import { loadOnce } from '#shared/load-once.ts';
import { drawTicketPage, type Faces, type TicketPage } from './ticket-page.ts';

/** The content of a file with one page per ticket. */
export type TicketPdf = { title: string; author: string; language: Language; createdAt: Date; pages: TicketPage[] };

/** FiraGO as plain TrueType, written at set-up (tools/fonts.ts). */
const folder = new URL('../../../generated/fonts/', import.meta.url);

/** Returns the two fonts of a ticket, parsed once per thread: parsing costs ten times as much as drawing a page. */
export const ticketFaces = loadOnce(async (): Promise<Faces> => {
  const face = async (weight: number) => parseFace(await readFile(new URL(`ticket-${weight}.ttf`, folder)));
  const [text, strong] = await Promise.all([face(400), face(700)]);
  return { text, strong };
});

/**
 * The library remembers each glyph's letters from its first use, and writes them into every later file. Using all letters here keeps files
 * independent of each other: "e", first used as a part of "é", would be extracted as nothing.
 */
function parseFace(file: Buffer): Font {
  const font = create(file);
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  return rememberLayouts(font);
}

/** Draws the file: about 10 ms of CPU per page, so never in the server's main thread (ticket-print.ts). */
export async function drawTicketPdf({ title, author, language, createdAt, pages }: TicketPdf): Promise<Uint8Array> {
  const ready = await ticketFaces();
  const info = { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt };
  const document = new Pdf({ autoFirstPage: false, size: 'A4', margin: 0, lang: language, displayTitle: true, info });
  const chunks: Buffer[] = [];
  const written = new Promise<Uint8Array>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  for (const page of pages) {
    document.addPage();
    drawTicketPage(document, ready, page);
  }
  document.end();
  return written;
}

/** Room for the texts of all events on sale in both languages and for many guests' names: about 1 KB each. */
const REMEMBERED_MAX = 2_000;

/**
 * Returns the font with a cache of recent layouts. Kerning is half the cost of a ticket, and all tickets have the same texts except for a
 * name and a number. pdfkit scales glyph positions in place, so every caller gets copies.
 */
export function rememberLayouts(font: Font): Font {
  const runs = new LRUCache<string, GlyphRun>({ max: REMEMBERED_MAX, memoMethod: (text) => font.layout(text) });
  const remembering: Font = Object.create(font);
  remembering.layout = (text, features) => (features ? font.layout(text, features) : copyOf(runs.memo(text)));
  return remembering;
}

function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }));
  return Object.assign(Object.create(run), { positions });
}
