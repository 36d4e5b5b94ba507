import type { Context } from '#server/platform/context.ts';
import { showTexts, type EditedText } from './shown-site.ts';
import { findCurrent } from './site-texts.queries.ts';

/** Shows in this process what staff wrote last. */
export async function loadTexts({ db, env }: Pick<Context, 'db' | 'env'>): Promise<void> {
  const current = await findCurrent(db);
  const texts = current.flatMap(({ key, language, value, createdAt }): EditedText[] =>
    value === null ? [] : [{ key, language, value, createdAt }],
  );
  showTexts(env, texts);
}
