import { AppError } from '#shared/errors.ts';

const DEPTH_LIMIT = 20;
/** C0 and C1 controls except tab, line feed and carriage return; a surrogate without its partner. */
const FORBIDDEN = /[\p{Cc}--[\t\n\r]]|\p{Surrogate}/v;

const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'gv');

/** What may be written into a page of what was refused. */
export const withoutForbidden = (text: string): string => text.replaceAll(EACH_FORBIDDEN, '');

/** Refuses control characters and lone surrogates anywhere in an input. @throws invalid_characters */
export function checkCharacters(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (FORBIDDEN.test(value)) throw new AppError('invalid_characters');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_LIMIT) throw new AppError('invalid_input');
  for (const [key, part] of Object.entries(value)) {
    checkCharacters(key, depth);
    checkCharacters(part, depth + 1);
  }
}
