import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** "I accept the terms": the link opens in a new tab, so that nothing typed is lost. The texts are in `forms`. */
export function TermsLabel() {
  const { t } = useTranslation('forms');
  return withParts(t('accept_terms'), {
    terms: (text) => (
      <Link to={paths.terms} target="_blank" className="link">
        {text}
      </Link>
    ),
    note: (text) => <span className="sr-only">{text}</span>,
  });
}

type Parts = Record<string, (text: ReactNode) => ReactNode>;

/** The text with each `<name>…</name>` rendered by the part of that name; parts may be nested. */
function withParts(text: string, parts: Parts): ReactNode {
  const [, before = '', name = '', inner = '', after = ''] = /^(.*?)<(\w+)>(.*?)<\/\2>(.*)$/s.exec(text) ?? [];
  const part = parts[name];
  if (!part) return text;
  return (
    <>
      {before}
      {part(withParts(inner, parts))}
      {withParts(after, parts)}
    </>
  );
}
