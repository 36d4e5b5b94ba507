import { type Floor, FLOORS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { writtenTime } from './written-time.ts';
import type { EventView } from './events.contract.ts';
import { type Slot, slotsOf } from './timing.ts';

/** An act in a text; `time` is `23:00`, and 01:30 is after midnight. */
export type ReadAct = { floor: Floor; time: string; artistName: string; isHeadliner: boolean };
/** A stage of the club and its names, which the text may use. */
export type NamedStage = { floor: Floor; names: readonly string[] };
/** `skipped` are the lines that were not understood, in order. */
type ReadLineUp = { acts: ReadAct[]; skipped: string[] };

const ACTS_MAX = 60;
const NAME_MAX = 120;
/** Longer lines are skipped: no act needs them, and the patterns below are slow on them. */
const LINE_MAX = 300;

/** Common spellings of the stages in both scripts; the club's own names come first. */
const STAGES: readonly (readonly [Floor, RegExp])[] = [
  [1, /^(?:main|მთავარი|მეინ)(?:\s*-?\s*(?:stage|floor|room|სცენა|სთეიჯი?|ფლორი?))?$/iu],
  [1, /^(?:(?:stage|floor|room|სცენა|ფლორი)\s*)(?:1|i|ა)$/iu],
  [2, /^(?:space|სფეის|სპეის|კოსმოსური)(?:\s*-?\s*(?:stage|floor|room|სცენა|სთეიჯი?|ფლორი?))?$/iu],
  [2, /^(?:(?:stage|floor|room|სცენა|ფლორი)\s*)(?:2|ii|ბ)$/iu],
  [3, /^(?:(?:stage|floor|room|სცენა|ფლორი)\s*)(?:3|iii|გ)$/iu],
  [4, /^(?:(?:stage|floor|room|სცენა|ფლორი)\s*)(?:4|iv|დ)$/iu],
];

/** Beginnings of list items: bullets, and numbers with brackets; a `*` may be a bullet or mark a headliner. */
const BULLET = /^(?:[•·▪◦‣–—-]|\d+\))\s*/u;
/** `23:00`, `23.00`, `23h30` */
const WHOLE = String.raw`\d{1,2}\s*[:.h։]\s*\d{2}`;
/** `1`, `23`, `23h`: a number that does not continue and does not count something, unlike `18+` or `2.` in a numbered list. */
const HOUR = String.raw`\d{1,2}h?(?![\p{L}\p{N}.+%)]|:\d)`;
const END = 'end|close|ბოლომდე';
/** With spaces around the dash, a bare hour belongs to the name: `23:00 - 2 Unlimited`. */
const UNTIL = String.raw`(?:(?:-|–|—|\/)${HOUR}|\s*(?:to|until)\s+${HOUR}|\s*(?:-|–|—|to|until|\/)\s*(?:${WHOLE}|${END}))`;
const LEADING = new RegExp(String.raw`^\[?\(?(${WHOLE})${UNTIL}?\)?\]?`, 'iu');
const TRAILING = new RegExp(String.raw`[\s(\[@](${WHOLE})${UNTIL}?[)\]]?$`, 'iu');
/** Hours without minutes, in lines without a full time: `1-3 Bacho`, `2 Yanamaste`, `Bacho 1-3`. */
const LEADING_HOUR = new RegExp(
  String.raw`^\[?\(?(${HOUR})(?:\s*(?:-|–|—|to|until|\/)\s*(?:${WHOLE}|${HOUR}|${END}))?\)?\]?(?=[\s:|@·•–—-])`,
  'iu',
);
const TRAILING_HOURS = new RegExp(String.raw`[\s(\[@](${HOUR})\s*(?:-|–|—)\s*(?:${WHOLE}|${HOUR}|${END})[)\]]?$`, 'iu');
/** What a preceding number counts: `20 November`, `30 GEL before midnight`. */
const COUNTED =
  /^(?:(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*[.,]?(?:$|\s+\d{4})|(?:იანვ|თებერ|მარტ|აპრ|მაის|ივნის|ივლის|აგვ|სექტ|ოქტ|ნოემ|დეკ)|(?:gel|lari|ლარ|stages?|floors?|სცენ)(?![a-z]))/iu;
const BETWEEN = /^[\s:|@·•–—-]+|[\s:|@·•–—-]+$/gu;
const MARKED = /\*|★|⭐|\((?:headliner|headline|ჰედლაინერი)\)/giu;
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;

/**
 * Parses a line-up written as plain text: an act per line with its time before or after the name, a stage name on a line above its acts, a
 * star for a headliner. Returns the lines that it does not understand.
 */
export function readLineUp(text: string, stages: readonly NamedStage[]): ReadLineUp {
  const read: ReadLineUp = { acts: [], skipped: [] };
  let floor: Floor = 1;
  for (const raw of text.split(/\r\n?|\n|\u2028/)) {
    const line = raw
      .trim()
      .slice(0, LINE_MAX + 1)
      .replaceAll(INVISIBLE, ' ')
      .trim();
    if (line === '') continue;
    const isReadable = line.length <= LINE_MAX;
    const stage = isReadable ? stageIn(line, stages) : undefined;
    const act = isReadable && !stage ? actIn(line, floor, stages) : undefined;
    if (stage) floor = stage;
    else if (act && read.acts.length < ACTS_MAX) read.acts.push(act);
    else read.skipped.push(line.slice(0, LINE_MAX));
  }
  return read;
}

/** `Main Stage:`, `SPACE`, `— სფეის სცენა —`, `## Stage 2` */
function stageIn(line: string, stages: readonly NamedStage[]): Floor | undefined {
  const name = bare(line);
  const called = (read: (text: string) => string) =>
    name === '' ? undefined : stages.find(({ names }) => names.some((own) => read(bare(own)) === read(name)))?.floor;
  const isThere = (floor: Floor) => stages.some((stage) => stage.floor === floor);
  return called((text) => text) ?? called(withoutKind) ?? STAGES.find(([floor, pattern]) => isThere(floor) && pattern.test(name))?.[0];
}

/** Without surrounding marks, in lower case. */
const bare = (text: string): string =>
  text
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();

/** `garden stage` → `garden` */
const withoutKind = (name: string): string => name.replace(/[ -]+(?:stage|floor|room|სცენა|სთეიჯი?|ფლორი?)$/u, '');

function actIn(line: string, floor: Floor, stages: readonly NamedStage[]): ReadAct | undefined {
  const isHeadliner = line.search(MARKED) >= 0;
  const plain = line.replaceAll(MARKED, ' ').trim().replace(BULLET, '');
  const found = LEADING.exec(plain) ?? TRAILING.exec(plain) ?? LEADING_HOUR.exec(plain) ?? TRAILING_HOURS.exec(plain);
  const time = writtenTime(found?.[1] ?? '');
  if (!found || time === undefined) return undefined;
  const rest = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`;
  const { name, floor: own } = withStage(rest.replaceAll(BETWEEN, '').replaceAll(/\s+/gu, ' '), stages);
  if (!/[\p{L}\p{N}]/u.test(name) || COUNTED.test(name)) return undefined;
  return { floor: own ?? floor, time, artistName: [...name].slice(0, NAME_MAX).join('').trim(), isHeadliner };
}

/** `Lela M. (Space Stage)`: a stage named for one act. */
function withStage(name: string, stages: readonly NamedStage[]): { name: string; floor?: Floor } {
  const [, before = '', inside = ''] = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/u.exec(name) ?? [];
  const floor = stageIn(inside, stages);
  return floor ? { name: before, floor } : { name };
}

/** Something in a line-up that its owner should check; times are moments. */
export type LineUpNote =
  | { kind: 'same_start'; floor: Floor; names: string[]; at: string }
  | { kind: 'gap'; floor: Floor; from: string; until: string }
  | { kind: 'short'; floor: Floor; name: string; minutes: number }
  | { kind: 'outside'; floor: Floor; name: string; at: string };

type NotedEvent = Pick<EventView, 'startDate' | 'endDate' | 'lineUps'>;

const SHORT_MINUTES = 30;
const moment = (time: string): number => Date.parse(time);

/**
 * Returns overlaps and gaps of a line-up by stage. A slot lasts until the next start, so only the time before the first one can be a gap.
 */
export function lineUpNotes(event: NotedEvent): LineUpNote[] {
  const slots = slotsOf(event);
  return FLOORS.flatMap((floor) =>
    notesOf(
      slots.filter((slot) => slot.floor === floor),
      floor,
      event,
    ),
  );
}

function notesOf(slots: readonly Slot[], floor: Floor, { startDate, endDate }: NotedEvent): LineUpNote[] {
  const isWithin = ({ startTime }: Slot) => moment(startTime) >= moment(startDate) && moment(startTime) < moment(endDate);
  const outside = slots.filter((slot) => !isWithin(slot));
  const within = slots.filter(isWithin);
  const [first] = within;
  const notes: LineUpNote[] = outside.map(({ artistName: name, startTime: at }) => ({ kind: 'outside', floor, name, at }));
  if (first && moment(first.startTime) > moment(startDate)) notes.push({ kind: 'gap', floor, from: startDate, until: first.startTime });
  for (const at of new Set(within.map(({ startTime }) => startTime))) {
    const acts = within.filter(({ startTime }) => startTime === at);
    if (acts.length > 1) notes.push({ kind: 'same_start', floor, names: acts.map(({ artistName }) => artistName), at });
  }
  for (const { artistName: name, startTime, endTime } of within) {
    const minutes = (moment(endTime) - moment(startTime)) / MINUTE_MS;
    if (minutes > 0 && minutes < SHORT_MINUTES) notes.push({ kind: 'short', floor, name, minutes });
  }
  return notes;
}
