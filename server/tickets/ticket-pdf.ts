import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { Language } from '#shared/constants.ts';
import { drawTicketPage, type Faces, type TicketPage } from './ticket-page.ts';
import { unpackWoff } from './unpack-woff.ts';

/** A file with a sheet for each ticket, all its words ready. */
export type TicketPdf = { title: string; author: string; language: Language; createdAt: Date; pages: TicketPage[] };

const require = createRequire(import.meta.url);
let faces: Promise<Faces> | undefined;

/** One file of each weight has Georgian, Latin and the lari sign. */
async function readFaces(): Promise<Faces> {
  const face = async (weight: number) =>
    unpackWoff(await readFile(require.resolve(`@fontsource/firago/files/firago-latin-${weight}-normal.woff`)));
  const [text, strong] = await Promise.all([face(400), face(700)]);
  return { text, strong };
}

/** Draws the file: a tenth of a second of work, so not where others wait for answers (ticket-printer.ts). */
export async function drawTicketPdf({ title, author, language, createdAt, pages }: TicketPdf): Promise<Uint8Array> {
  const ready = await (faces ??= readFaces());
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
