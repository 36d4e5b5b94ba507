import { failureText } from '#server/platform/log.ts';

/** What one check found: `fault` with what corrects it, or `well`; `left out` where there is nothing to check. */
export type Finding = { check: string; state: 'well' | 'fault' | 'left out'; text: string; correction?: string };

export const well = (check: string, text: string): Finding => ({ check, state: 'well', text });
export const leftOut = (check: string, text: string): Finding => ({ check, state: 'left out', text });
export const fault = (check: string, text: string, correction: string): Finding => ({ check, state: 'fault', text, correction });

const SIGNS: Record<Finding['state'], string> = { well: 'ok   ', fault: 'FAULT', 'left out': '–    ' };
const NAME_WIDTH = 12;

/** One line for the operator. */
export const lineOf = ({ check, state, text, correction }: Finding): string =>
  `${SIGNS[state]} ${check.padEnd(NAME_WIDTH)} ${text}${correction === undefined ? '' : ` → ${correction}`}`.replaceAll(/\s*\n\s*/g, ' ');

/** The innermost cause says most: `fetch failed` alone says nothing. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : failureText(error);
