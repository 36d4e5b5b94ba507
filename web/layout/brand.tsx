import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { siteName } from '#web/lib/meta.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { Mark } from '#web/ui/mark.tsx';

/** Mark and name, standing on one line. */
export function Brand({ markSize }: { markSize: number }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const name = siteName(useSite(), language);
  return (
    <Link to={paths.home} aria-label={t('home_link', { name })} className="inline-flex min-h-11 items-center">
      <span className="flex items-end gap-3">
        <Mark size={markSize} />
        <span className="type-display-s -mb-1 [--cap:1.875rem]">{name}</span>
      </span>
    </Link>
  );
}
