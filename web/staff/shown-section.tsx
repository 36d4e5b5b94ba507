import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchPath, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import { errorText } from '#web/lib/error-text.ts';
import { needWords } from '#web/lib/lazy-routes.ts';
import { withRetries } from '#web/lib/retry.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SectionTitle } from './section-title.tsx';
import { staffPath, type SectionProps } from './section.ts';
import { sections, type Section } from './sections.ts';

type Shown = { section: Section; params: SectionProps['params'] };

/** The section the address names, fetched with its words; addresses match in any letter case. */
export function ShownSection() {
  const { pathname } = useLocation();
  const shown = findSection(pathname);
  return shown ? <Fetched key={pathname} {...shown} /> : <Unknown />;
}

function findSection(pathname: string): Shown | undefined {
  for (const section of sections) {
    const match = matchPath({ path: staffPath(section.path), end: true }, pathname);
    if (match) return { section, params: match.params };
  }
  return undefined;
}

function Fetched({ section, params }: Shown) {
  const { t, i18n } = useTranslation();
  const part = useLoad<{ Screen: ComponentType<SectionProps> }>(async () => {
    const [{ default: Screen }] = await withRetries(() => Promise.all([section.load(), needWords(i18n, section.namespaces)]));
    return { Screen };
  }, [section, i18n.language]);
  if (part.data) return <part.data.Screen params={params} />;
  if (part.state === 'failed') return <ErrorState message={errorText(part.error, t)} onRetry={part.reload} />;
  return <Skeleton className="h-96 w-full" />;
}

function Unknown() {
  const { t } = useTranslation(['common', 'staff']);
  return (
    <>
      <SectionTitle>{t('staff:not_found')}</SectionTitle>
      <Link to={paths.staff} className="link">
        {t('staff:to_start')}
      </Link>
    </>
  );
}
