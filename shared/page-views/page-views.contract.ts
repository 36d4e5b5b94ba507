import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { empty, PLAIN_TEXT } from '#shared/wire.ts';

const PATH_MAX = 300;

export const pageViewsContract = {
  add: endpoint('POST', '/page-views', 'public', {
    summary: 'Count a page view',
    body: z.object({
      path: z
        .string()
        .startsWith('/')
        .max(PATH_MAX)
        .meta({ pattern: PLAIN_TEXT.replace('^', '^/') }),
      language: z.enum(LANGUAGES),
    }),
    output: empty,
    errors: ['forbidden'],
  }),
};
