import { isObject } from '#shared/contract.ts';
import { readTab, writeTab } from '#web/lib/tab-storage.ts';

const CODES_KEY = 'rkali.codes';
const listeners = new Set<() => void>();

function kept(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readTab(CODES_KEY) ?? '{}');
    return isObject(stored)
      ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      : {};
  } catch {
    return {};
  }
}

function keep(codes: Record<string, string>): void {
  writeTab(CODES_KEY, JSON.stringify(codes));
  for (const listener of listeners) listener();
}

/** The code that opened something at an event in this tab; it survives the login and a reload. */
export const promoCodeFor = (eventId: number): string | undefined => kept()[eventId];

/** The remembered code as part of a request for places. */
export function withCode(eventId: number): { code?: string } {
  const code = promoCodeFor(eventId);
  return code === undefined ? {} : { code };
}

export const rememberPromoCode = (eventId: number, code: string): void => keep({ ...kept(), [eventId]: code });

export function forgetPromoCode(eventId: number): void {
  const { [eventId]: _gone, ...others } = kept();
  keep(others);
}

/** Calls back when a code is remembered or forgotten; returns the function that stops it. */
export function onCodes(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
