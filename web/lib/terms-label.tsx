import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#shared/paths.ts';

/** "I accept the terms": the link opens in a new tab, so that nothing typed is lost. The texts are in `forms`. */
export function TermsLabel() {
  return (
    <Trans
      ns="forms"
      i18nKey="accept_terms"
      components={{ terms: <Link to={paths.terms} target="_blank" className="link" />, note: <span className="sr-only" /> }}
    />
  );
}
