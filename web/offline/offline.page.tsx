import type { Meta } from '#web/lib/page.ts';
import { ButtonLabel, buttonClass } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Shown by the service worker, without script, in place of a page that cannot be loaded; the worker fills in `seen-pages`. */
export default function OfflinePage() {
  const { t } = useTranslation(['common', 'pages', 'errors']);
  return (
    <PageBody className="flex flex-col items-start gap-8">
      <PageTitle>{t('pages:offline.title')}</PageTitle>
      <p className="type-lead">{t('errors:network')}</p>
      <a href="?" className={buttonClass({})}>
        <ButtonLabel>{t('try_again')}</ButtonLabel>
      </a>
      <section aria-labelledby="seen" className="w-full has-[ul:empty]:hidden">
        <h2 id="seen" className="type-display-s mb-3">
          {t('pages:offline.seen')}
        </h2>
        <ul
          id="seen-pages"
          className="border-b border-hairline [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:py-2 [&_a:hover]:text-accent [&_li]:border-t [&_li]:border-hairline"
        />
      </section>
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('pages:offline.title'), isPrivate: true });
