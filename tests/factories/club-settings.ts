import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { isClubKey } from '#shared/site-texts/club-data.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createAdmin } from './users.ts';

/** Changes the club's settings as an Owner does: `{ 'club:resale': 'no' }`. */
export async function setClub(app: TestApp, settings: Record<string, string>): Promise<void> {
  const owner = app.api((await createAdmin(app.ctx)).accessToken);
  for (const [key, value] of Object.entries(settings)) {
    if (!isClubKey(key)) throw new Error(`There is no setting ${key}.`);
    await owner.siteTexts.save({ body: { changes: [{ key, language: 'all', value, version: 0 }] } });
  }
  await loadTexts(app.ctx);
}
