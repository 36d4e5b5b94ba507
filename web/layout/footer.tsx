import { useSite } from '#web/lib/site.tsx';
import { CompanyLinks, OpeningHours } from './company.tsx';
import { SocialLinks } from './social-links.tsx';

/** What stands beside the page on a wide screen stands below it on a narrow one. */
export function Footer() {
  const { phone, email } = useSite();
  return (
    <footer className="no-print mt-12 flex flex-col gap-4 border-t border-hairline px-5 py-8 desktop:hidden">
      <OpeningHours />
      <p className="flex flex-col">
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="type-tabular inline-flex min-h-11 items-center">
          {phone}
        </a>
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center">
          {email}
        </a>
      </p>
      <CompanyLinks />
      <SocialLinks />
    </footer>
  );
}
