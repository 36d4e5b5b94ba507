import { median } from '#lab/bench/statistics.ts';
import type { DemoSite } from '#lab/trial/demo-site.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { Device, Measured } from './lighthouse.ts';

/** The budget of each device (docs/performance.md). */
export const BUDGET = { score: 98, lcpMs: { mobile: 1800, desktop: 800 }, cls: 0.005, tbtMs: 100 };
const KB = 1024;
const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Image', 'Fetch'];

export const headings = `${'page'.padEnd(10)} device   perf acc  best find  LCP s  CLS   TBT ms  ${KINDS.map((kind) => kind.slice(0, 6).padStart(6)).join(' ')} all KB  foreign`;

/** A line of the table: medians of the rounds, and whether the budget is met. */
export function lineOf({ name, isBudgeted }: Page, device: Device, rounds: Measured[]): string {
  const middle = (value: (round: Measured) => number) => median(rounds.map(value));
  const scores = [0, 1, 2, 3].map((place) => middle(({ scores: all }) => all[place] ?? 0));
  const [lcpMs, cls, tbtMs] = [middle((round) => round.lcpMs), middle((round) => round.cls), middle((round) => round.tbtMs)];
  const kilobytes = (kind: string) => middle(({ bytes }) => bytes.get(kind) ?? 0) / KB;
  const all = middle(({ bytes }) => [...bytes.values()].reduce((sum, part) => sum + part, 0)) / KB;
  const foreign = rounds.reduce((sum, round) => sum + round.foreign.length, 0);
  const isMet =
    scores.every((score) => score >= BUDGET.score) &&
    lcpMs <= BUDGET.lcpMs[device] &&
    cls < BUDGET.cls &&
    tbtMs <= BUDGET.tbtMs &&
    foreign === 0;
  const cells = [
    name.padEnd(10),
    device.padEnd(8),
    ...scores.map((score) => String(score).padEnd(4)),
    (lcpMs / 1000).toFixed(2).padStart(5),
    cls.toFixed(3),
    tbtMs.toFixed(0).padStart(6),
    ' ',
    ...KINDS.map((kind) => kilobytes(kind).toFixed(1).padStart(6)),
    all.toFixed(0).padStart(6),
    String(foreign).padStart(8),
    isMet ? 'met' : isBudgeted ? 'NOT MET' : 'below',
  ];
  return cells.join(' ');
}

/** A page to measure; `budgeted` ones are named by docs/performance.md. */
export type Page = { name: string; path: string; language: Language; isBudgeted: boolean; isLoggedIn?: boolean };

export function pagesOf({ events }: DemoSite): Page[] {
  const event = paths.event(events[1]?.id ?? 1);
  const page = (name: string, path: string, language: Language = 'en', isBudgeted = false): Page => {
    // The canonical address of the Georgian page.
    const address = language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`;
    return { name, path: address, language, isBudgeted };
  };
  return [
    page('home', paths.home, 'en', true),
    page('home ka', paths.home, 'ka', true),
    page('event', event, 'en', true),
    page('event ka', event, 'ka', true),
    page('list', paths.events('upcoming'), 'en', true),
    page('login', paths.login, 'en', true),
    page('about', paths.about),
    page('rentals', paths.rentals),
    page('djs', paths.djs),
    page('gallery', paths.gallery),
    page('terms', paths.terms),
    { ...page('cart', paths.cart, 'en', true), isLoggedIn: true },
    { ...page('profile', paths.profile), isLoggedIn: true },
  ];
}
