import { openingDays, openingTimes } from '#shared/opening.ts';
import type { Language } from '#shared/constants.ts';
import { colours } from '#shared/media/colours.ts';
import { paths } from '#shared/paths.ts';
import { inLanguage } from '#shared/sharing/addresses.ts';
import type { Env } from '#server/platform/config/env.ts';
import { words } from '#server/platform/words.ts';
import { ICON_SIZES, MASKABLE_SIZE } from './icons.ts';

const INSTALLED_SIZES = ICON_SIZES.filter((size) => size >= 192);

/** What a phone shows when the site stands on its home screen. */
export function webManifest({ venue }: Env, language: Language): object {
  const name = language === 'ka' ? venue.nameKa : venue.name;
  const icon = (size: number, file: string) => ({ src: `/icons/${file}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  return {
    id: paths.home,
    name,
    short_name: name,
    description: words[language].t('home:meta', {
      site: name,
      days: openingDays(venue.opening, (key) => words[language].t(key)),
      times: openingTimes(venue.opening),
    }),
    lang: language,
    dir: 'ltr',
    start_url: inLanguage(paths.home, language),
    scope: paths.home,
    display: 'standalone',
    theme_color: colours.bg,
    background_color: colours.bg,
    icons: [
      ...INSTALLED_SIZES.map((size) => ({ ...icon(size, String(size)), purpose: 'any' })),
      { ...icon(MASKABLE_SIZE, `maskable-${MASKABLE_SIZE}`), purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  };
}
