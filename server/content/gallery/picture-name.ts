import { createHash } from 'node:crypto';
import { parse } from 'node:path';

const NAME_MAX = 120;
const SLUG_MAX = 60;
const HASH_LENGTH = 10;

/** Controls, marks that turn the direction of writing, and what stands for a gap: `Main_hall 03.jpg` → `Main hall 03`. */
const NOT_TEXT = /[\p{C}_\s]+/gu;

/** What a file name says of its picture, fit to be read; empty when it says nothing. */
export function pictureName(fileName: string): string {
  const text = parse(fileName.normalize('NFC')).name.replaceAll(NOT_TEXT, ' ').trim();
  return [...text].slice(0, NAME_MAX).join('').trim();
}

/**
 * `main-hall-03-5f2c9a81d4`: what a picture is called in addresses. It follows the content and where it came from, so that an address
 * never shows anything else and no two pictures share their files.
 */
export function pictureStem({ name, source, sourceId, content }: { name: string; source: string; sourceId: string; content: Buffer }) {
  const hash = createHash('sha256').update(`${source}\n${sourceId}\n`).update(content).digest('hex').slice(0, HASH_LENGTH);
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return `${slug || 'picture'}-${hash}`;
}
