import { expect, test, vi } from 'vitest';
import { readPdf } from '#tests/setup/pdf.ts';
import { drawTicketPdf, ticketFaces } from './ticket-pdf.ts';
import type { TicketPage } from './ticket-page.ts';

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
