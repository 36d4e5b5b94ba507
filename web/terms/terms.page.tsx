import { HOLD_MS, MINIMUM_AGE } from '#shared/constants.ts';
import { dateText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { Prose } from '#web/lib/prose.tsx';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const chapters = [
  { id: 'rules', parts: ['entry', 'floor', 'tickets'] },
  { id: 'privacy', parts: ['who', 'what', 'how_long', 'who_sees', 'device', 'rights'] },
] as const;

/** The date of this page's default text; a text edited by staff has its own. */
const CHANGED_ON = '2026-12-01';

export default function TermsPage() {
  const { t } = useTranslation(['common', 'terms']);
  const { language } = useLanguage();
  const site = useSite();
  const changedOn = [CHANGED_ON, site.termsChangedOn ?? ''].toSorted().at(-1) ?? CHANGED_ON;
  const facts = { age: MINIMUM_AGE, hold: HOLD_MS / 60_000, ...RETENTION_DAYS, name: siteName(site, language) };
  return (
    <PageBody>
      <div className="mb-12 flex flex-col gap-3">
        <PageTitle>{t('terms:title')}</PageTitle>
        <p className="type-meta text-muted">{t('terms:changed', { date: dateText(changedOn, language, t) })}</p>
      </div>
      <div className="flex flex-col gap-12 desktop:grid desktop:grid-cols-[minmax(0,62ch)_minmax(12rem,1fr)] desktop:gap-x-20 print:block">
        <nav
          aria-label={t('terms:contents')}
          className="no-print desktop:sticky desktop:top-8 desktop:col-start-2 desktop:row-start-1 desktop:self-start"
        >
          <ol className="flex flex-col gap-4">
            {chapters.map(({ id, parts }) => (
              <li key={id}>
                <Entry id={id} text={t(`terms:${id}.title`)} />
                <ol className="ps-5">
                  {parts.map((part) => (
                    <li key={part}>
                      <Entry id={part} text={t(`terms:${part}.title`)} />
                    </li>
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        </nav>
        <div className="flex flex-col gap-12 desktop:col-start-1 desktop:row-start-1">
          {chapters.map(({ id, parts }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-10">
              <div className="flex break-inside-avoid flex-col gap-4 border-t-4 border-accent pt-6">
                <FittedText as="h2" id={`${id}-title`} className="type-display-m">
                  {t(`terms:${id}.title`)}
                </FittedText>
                <Prose text={t(`terms:${id}.text`)} />
              </div>
              {parts.map((part) => (
                <section key={part} id={part} aria-labelledby={`${part}-title`} className="flex flex-col gap-4">
                  <FittedText as="h3" id={`${part}-title`} className="type-display-s">
                    {t(`terms:${part}.title`)}
                  </FittedText>
                  <Prose text={t(`terms:${part}.text`, facts)} />
                </section>
              ))}
            </section>
          ))}
          <p className="type-lead">
            <a href={`mailto:${site.email}`} className="link inline-flex min-h-11 items-center">
              {site.email}
            </a>
          </p>
        </div>
      </div>
    </PageBody>
  );
}

function Entry({ id, text }: { id: string; text: string }) {
  return (
    <a href={`#${id}`} className="link inline-flex min-h-11 min-w-11 items-center wrap-anywhere">
      {text}
    </a>
  );
}

export const meta: Meta = ({ t, language, site }) => ({
  title: t('terms:title'),
  description: t('terms:meta', { name: siteName(site, language) }),
  path: paths.terms,
});
