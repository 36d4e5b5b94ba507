import { readFile } from 'node:fs/promises';
import { create } from 'fontkit';
import { expect, test, vi } from 'vitest';
import { readPdf } from '#tests/setup/pdf.ts';
import type { TicketPage } from './ticket-page.ts';
import { drawTicketPdf, rememberLayouts, ticketFaces } from './ticket-pdf.ts';

const CODE = 'user 7 ticket 4711 V1.0123456789abcdefABCDEF0123456789abcdefABCDEF0123456789abcdefABCDEF';

const pageWith = (fields: Partial<TicketPage> = {}): TicketPage => ({
  colours: { paper: '#E8D44D', on: '#0B0B0C', second: '#FF5533' },
  club: 'Rkali',
  names: ['Oberton'],
  when: 'Saturday, November 21, 2026',
  doors: 'Doors 23:00',
  facts: [['Price', '40,50 ₾']],
  notes: ['The code works once.'],
  contact: 'hello@rkali.example',
  code: CODE,
  ...fields,
});

async function draw(...pages: TicketPage[]) {
  const file = await drawTicketPdf({ title: 'Ticket', author: 'Rkali', language: 'ka', createdAt: new Date(0), pages });
  return Buffer.from(file);
}

/** Replaces all whitespace by one space, because the layout changes it. */
const textOf = (lines: string[] = []): string => lines.join(' ').replaceAll(/\s+/g, ' ').trim();

test('every file takes its letters from the same two parsed faces', async () => {
  const faces = await ticketFaces();
  const cuts = [vi.spyOn(faces.text, 'createSubset'), vi.spyOn(faces.strong, 'createSubset')];
  for (let time = 0; time < 3; time += 1) await draw(pageWith());
  expect(cuts.map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
});

test('a letter is read back the same when an earlier file had it only as a part of another letter', async () => {
  await draw(pageWith({ notes: ['Ѝ Ġ'] }));
  const { lines } = readPdf(await draw(pageWith({ notes: ['И G'] })));
  expect(textOf(lines[0])).toContain('И G');
});

test('the text of a page reads back word for word, in both scripts, on as many lines as it takes', async () => {
  const name = 'ობერტონი და მეგობრები: დიდი საზაფხულო ღამე თბილისის ქუჩებში, მეორე ნაწილი';
  const georgian = pageWith({ club: 'რკალი', names: [name], notes: ['კოდი მხოლოდ ერთხელ მუშაობს.'] });
  const { lines, pages } = readPdf(await draw(georgian, pageWith({ names: ['Office & Fjord: “Über” naïve façade'] })));
  expect(pages).toBe(2);
  for (const text of ['რკალი', name, 'კოდი მხოლოდ ერთხელ მუშაობს.', '40,50 ₾']) expect(textOf(lines[0])).toContain(text);
  for (const text of ['Rkali', 'Office & Fjord: “Über” naïve façade', 'Doors 23:00']) expect(textOf(lines[1])).toContain(text);
});

test('the code is drawn as shapes: the file holds no picture', async () => {
  const file = await draw(pageWith());
  expect(file.toString('latin1')).not.toContain('/Subtype /Image');
  expect(readPdf(file).drawings[0]?.match(/ re$/gm)?.length).toBeGreaterThan(300);
});

const face = async () => create(await readFile('generated/fonts/ticket-400.ttf'));

test('a word is laid out once, and changing its positions changes no other copy', async () => {
  const font = await face();
  const set = vi.spyOn(font, 'layout');
  const remembering = rememberLayouts(font);
  const fresh = font.layout('AVATAR ');
  set.mockClear();
  for (let time = 0; time < 3; time += 1) {
    const run = remembering.layout('AVATAR ');
    expect(run.positions).toEqual(fresh.positions);
    expect(run.advanceWidth).toBe(fresh.advanceWidth);
    expect(run.glyphs.map(({ id }) => id)).toEqual(fresh.glyphs.map(({ id }) => id));
    for (const position of run.positions) position.xAdvance *= 2;
    expect(run.advanceWidth).toBe(2 * fresh.advanceWidth);
  }
  expect(set).toHaveBeenCalledTimes(1);
});

test('a word that is set with features of the font is not mistaken for the plain one', async () => {
  const remembering = rememberLayouts(await face());
  const widths = () => [remembering.layout('Tonight').advanceWidth, remembering.layout('Tonight', ['smcp']).advanceWidth];
  const [plain, capitals] = widths();
  expect(capitals).not.toBe(plain);
  expect(widths()).toEqual([plain, capitals]);
});
