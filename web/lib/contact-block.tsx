import { useTranslation } from 'react-i18next';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useSite } from './site.tsx';

/** Spec §1: phone and e-mail of the club, large enough to tap. */
export function ContactBlock() {
  const { t } = useTranslation('pages');
  const { phone, email } = useSite();
  return (
    <section aria-labelledby="contact" className="flex flex-col gap-4">
      <h2 id="contact" className="type-display-s">
        {t('contact.title')}
      </h2>
      <dl className="flex flex-col gap-4">
        <div>
          <dt className="type-label text-muted">{t('contact.phone')}</dt>
          <dd>
            <PhoneLink phone={phone} className="link text-[1.5rem]" />
          </dd>
        </div>
        <div>
          <dt className="type-label text-muted">{t('contact.email')}</dt>
          <dd>
            <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center text-[1.5rem] wrap-anywhere">
              {email}
            </a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
