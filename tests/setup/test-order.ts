import { readFile } from 'node:fs/promises';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These must not begin last: each takes longer than the rest of the run then. */
const SLOW = [
  /tests\/(models|outages|update)\//,
  /(server\/start|nightly-backup|restore(-killed)?)\.nightly\./,
  /staff-rights\./,
  /every-order\./,
  /offline-manifest-histories\./,
  /sign-in\./,
];

const WITH_DOM = /@vitest-environment happy-dom/;

/**
 * Starts the slow files first, and those with a DOM in a row at the end: a process serves files of one environment only, so a DOM file
 * between others would end a process that has loaded the whole server, and start two. Without results of an earlier run Vitest starts the
 * largest files first.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await Promise.all((await super.sort(files)).map(async (file) => ({ file, rank: await rankOf(file.moduleId) })));
    return sorted.toSorted((one, other) => one.rank - other.rank).map(({ file }) => file);
  }
}

async function rankOf(file: string): Promise<number> {
  if (WITH_DOM.test(await readFile(file, 'utf8'))) return 2;
  return SLOW.some((name) => name.test(file)) ? 0 : 1;
}
