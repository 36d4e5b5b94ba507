import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { TEXT_LANGUAGES } from '#shared/site-texts/site-texts.ts';
import { pageOf, pageQuery } from './paging.ts';

/** A text in one language. `value` is shown now, `standard` without staff edits; `version` 0: never edited. */
export const SiteTextView = z.object({
  key: z.string(),
  language: z.enum(TEXT_LANGUAGES),
  value: z.string(),
  standard: z.string(),
  version: z.number().int(),
  editor: z.string().nullable(),
  changedAt: z.string().nullable(),
});
export type SiteTextView = z.infer<typeof SiteTextView>;

/** One version of a text; without a value the standard was restored. */
const TextVersionView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  value: z.string().nullable(),
  editor: z.string(),
  changedAt: z.string(),
});

const text = { key: z.string().max(100), language: z.enum(TEXT_LANGUAGES) };

/** `version`: the version that the caller saw; `value` null restores the standard. */
export const TextChanges = z.object({
  changes: z
    .array(z.object({ ...text, value: z.string().max(50_000).nullable(), version: z.number().int().min(0).max(1_000_000) }))
    .min(1)
    .max(50),
});
export type TextChanges = z.infer<typeof TextChanges>;

const allTexts = z.object({ texts: z.array(SiteTextView) });

export const siteTextsContract = {
  list: endpoint('GET', '/staff/words', 'content.edit', {
    summary: 'Get all texts that staff can edit',
    output: allTexts,
  }),
  save: endpoint('PUT', '/staff/words', 'content.edit', {
    summary: 'Save texts, all or none; returns all of them',
    body: TextChanges,
    output: allTexts,
    invalidStatus: 422,
    errors: ['conflict'],
  }),
  versions: endpoint('GET', '/staff/words/versions', 'content.edit', {
    summary: 'List a text’s earlier versions, newest first',
    query: z.object({ ...text, ...pageQuery }),
    output: pageOf(TextVersionView),
  }),
};
