import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';

const SOCIAL = ['https://www.instagram.com/rkali', 'https://soundcloud.com/rkali'];

test.each(LANGUAGES)(
  'every page leads to about, the terms, and where else the club is found, in %s [§2.company-links]',
  async (language) => {
    const { url } = await startTestSite({ env: { SOCIAL_LINKS: SOCIAL.join(',') } });
    for (const path of [paths.home, paths.allEvents, paths.login, '/nowhere']) {
      const html = await (await fetch(url + path, { headers: { cookie: `lang=${language}` } })).text();
      const [footer = ''] = /<footer.*<\/footer>/s.exec(html) ?? [];
      const links = [...footer.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href]) => href);
      expect([path, links]).toEqual([path, expect.arrayContaining([paths.about, paths.terms, ...SOCIAL])]);
    }
  },
);
