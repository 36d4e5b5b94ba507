import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';

const views = LANGUAGES.flatMap((language) => [390, 1440].map((width) => [language, width] as const));

test.each(views)('no public or sign-in screen breaks a rule of accessibility in %s at %d px', async (language, width) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' });
  const screens = [
    paths.home,
    paths.events('upcoming'),
    paths.event(id),
    paths.about,
    paths.rentals,
    paths.djs,
    paths.gallery,
    paths.terms,
  ];
  const signIn = [paths.login, paths.register, paths.forgotPassword, paths.paymentSuccess, paths.paymentFailure];
  const page = await visit({ origin: app.url, folder: '' }, { language, width });
  for (const path of [...screens, ...signIn]) {
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect([path, violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''}`)]).toEqual([path, []]);
  }
});
