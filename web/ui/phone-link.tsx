/** A number that can be called with a tap: `tel:` takes digits and the plus only. */
export const PhoneLink = ({ phone, className = '' }: { phone: string; className?: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={`type-tabular inline-flex min-h-11 items-center ${className}`}>
    {phone}
  </a>
);
