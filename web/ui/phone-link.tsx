/** A phone number as a `tel:` link, which takes only digits and the plus. */
export const PhoneLink = ({ phone, className = '' }: { phone: string; className?: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`type-tabular inline-flex min-h-11 items-center ${className}`}>
    {phone}
  </a>
);
