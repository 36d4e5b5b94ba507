import type { Language } from '#shared/constants.ts';
import type { Translations } from '#shared/rendering.ts';

type Written = { key: string; value: string };

/** The text of `namespace:path`, or an empty one. */
export function textAt(texts: Translations[Language], key: string): string {
  const [namespace = '', path = ''] = key.split(':');
  const text = path.split('.').reduce<unknown>(partOf, texts[namespace]);
  return typeof text === 'string' ? text : '';
}

/** Copies the texts of one language with the written ones in place; unknown keys are ignored. */
export function withWritten(texts: Translations[Language], written: readonly Written[]): Translations[Language] {
  const copy = structuredClone(texts);
  for (const { key, value } of written) {
    const [namespace = '', path = ''] = key.split(':');
    const names = path.split('.');
    const last = names.pop() ?? '';
    const place = names.reduce<unknown>(partOf, copy[namespace]);
    if (typeof place === 'object' && place !== null && Object.hasOwn(place, last)) Reflect.set(place, last, value);
  }
  return copy;
}

const partOf = (part: unknown, name: string): unknown => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined);
