import { failureText } from '#server/platform/log.ts';

/** The result of one check: `fault` with its correction, `well`, or `left out` if there is nothing to check. */
export type Finding = { check: string; state: 'well' | 'fault' | 'left out'; text: string; correction?: string };

export const well = (check: string, text: string): Finding => ({ check, state: 'well', text });
export const leftOut = (check: string, text: string): Finding => ({ check, state: 'left out', text });
export const fault = (check: string, text: string, correction: string): Finding => ({ check, state: 'fault', text, correction });

const SIGNS: Record<Finding['state'], string> = { well: 'ok   ', fault: 'FAULT', 'left out': '–    ' };
const NAME_WIDTH = 12;

export const lineOf = ({ check, state, text, correction }: Finding): string =>
  `${SIGNS[state]} ${check.padEnd(NAME_WIDTH)} ${text}${correction === undefined ? '' : ` → ${correction}`}`.replaceAll(/\s*\n\s*/g, ' ');

/** Returns the innermost cause, which says most: `fetch failed` alone says nothing. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : failureText(error);
