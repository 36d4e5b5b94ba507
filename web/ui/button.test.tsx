import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { show, siteTranslator } from '#tests/setup/show.tsx';
import { Button } from './button.tsx';

test.each(LANGUAGES)('while something is sent its button is off and says so, in %s [§4.sending]', (language) => {
  const { t } = siteTranslator(language);
  const button = (isPending: boolean) =>
    show(
      <Button type="submit" isPending={isPending} pendingLabel={t('pages:rentals.submitting')}>
        {t('pages:rentals.submit')}
      </Button>,
      language,
    );
  const seen = (html: string) =>
    [...html.matchAll(/<span class="([^"]*)">(?:<svg.*?<\/svg>)?([^<]+)<\/span>/g)]
      .filter(([, classes]) => !/invisible/.test(classes ?? ''))
      .map(([, , text]) => text);
  expect(button(false)).not.toMatch(/aria-(disabled|busy)/);
  expect(seen(button(false))).toEqual([t('pages:rentals.submit')]);
  expect(button(true)).toMatch(/aria-disabled="true" aria-busy="true"/);
  expect(seen(button(true))).toEqual([t('pages:rentals.submitting')]);
});
