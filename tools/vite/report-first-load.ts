import type { Plugin } from 'vite';
import { firstLoadReport } from '../size-check.ts';

/** Says at the end of a build how much a visitor loads first. Comes after `precompress`. */
export function reportFirstLoad(): Plugin {
  return {
    name: 'report-first-load',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        if (dir) console.log(firstLoadReport(dir));
      },
    },
  };
}
