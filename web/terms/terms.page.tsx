import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { Meta } from '#web/lib/page.ts';
import { useSite } from '#web/lib/site.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';

const parts = ['entry', 'floor', 'tickets', 'privacy', 'cookies'] as const;

export default function TermsPage() {
  const { t } = useTranslation('pages');
  const { email } = useSite();
  return (
    <PageBody>
      <div className="flex max-w-[62ch] flex-col gap-10">
        <PageTitle>{t('terms.title')}</PageTitle>
        <nav aria-label={t('terms.contents')}>
          <ol>
            {parts.map((part) => (
              <li key={part}>
                <a href={`#${part}`} className="link inline-flex min-h-11 min-w-11 items-center">
                  {t(`terms.${part}.title`)}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        {parts.map((part) => (
          <section key={part} id={part} aria-labelledby={`${part}-title`} className="flex flex-col gap-4">
            <FittedText as="h2" id={`${part}-title`} className="type-display-s">
              {t(`terms.${part}.title`)}
            </FittedText>
            {t(`terms.${part}.text`)
              .split('\n')
              .map((line) => (
                <p key={line} className="type-lead">
                  {line}
                </p>
              ))}
          </section>
        ))}
        <p className="type-lead">
          <a href={`mailto:${email}`} className="link">
            {email}
          </a>
        </p>
      </div>
    </PageBody>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('pages:terms.title'), description: t('pages:terms.meta'), path: paths.terms });
