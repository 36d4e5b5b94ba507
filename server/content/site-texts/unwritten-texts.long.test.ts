import { expect, test } from 'vitest';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { loadTexts } from './shown-site.ts';

const PAGES = ['/', '/About', '/Rentals', '/DJs', '/Terms'] as const;
/** Words about the example club only, in both languages. */
const INVENTED =
  /two stages|eight hours|metro|night bus|stairs|steps|ramp|strobe|whole club|fridays and saturdays are ours|water is free|dance floor|ორი სცენა|რვა საათი|მეტრო|ავტობუს|საფეხურ|პანდუს|სტრობოსკოპ|მთელი კლუბი|წყალი ყველა|საცეკვაო სივრცეში/iu;

async function open(demo: 'false' | 'true') {
  const app = await startTestSite({ env: { DEMO: demo } });
  const pages = async (language: 'en' | 'ka') =>
    Promise.all(PAGES.map(async (path) => (await fetch(`${app.url}${path}?lang=${language}`)).text()));
  return { app, pages };
}

test.each(['en', 'ka'] as const)('a club that has written nothing says nothing about a house, in %s', async (language) => {
  const { pages } = await open('false');
  const shown = await pages(language);
  for (const [place, html] of shown.entries()) expect([PAGES[place], INVENTED.exec(html)?.[0]]).toEqual([PAGES[place], undefined]);
  const [home = '', about = '', rentals = ''] = shown;
  expect(about).not.toMatch(/<p class="type-[^"]*"><\/p>|<h3/);
  // Texts that are true of any club are shown, with the club's own numbers.
  expect(about).toContain('23:00');
  for (const html of [home, about, rentals]) expect(html).toMatch(/\b400\b/);
});

test.each(['en', 'ka'] as const)('the demo describes its house, in %s', async (language) => {
  const { pages } = await open('true');
  for (const html of await pages(language)) expect(html).toMatch(INVENTED);
});

test('what the club has written stays, may have its name in it, and can be emptied again', async () => {
  const { app, pages } = await open('false');
  const admin = await createAdmin(app.ctx);
  const { siteTexts } = app.api(admin.accessToken);
  const write = async (text: string, lead: string, version: number) => {
    const change = (key: string, value: string) => ({ key, language: 'en' as const, value, version });
    await siteTexts.save({ body: { changes: [change('pages:about.p1', text), change('pages:about.lead', lead)] } });
    await loadTexts(app.ctx);
    app.dropCaches();
    return (await pages('en'))[1] ?? '';
  };
  const written = await write('{{name}} is a cellar.', 'Below the street', 0);
  for (const text of ['Rkali is a cellar.</p>', 'Below the street']) expect(written).toContain(text);
  expect(await write('', '', 1)).not.toMatch(/cellar|<p class="type-[^"]*"><\/p>/);
});
