import { Link } from 'react-router';
import { FittedText } from '#web/ui/fitted-text.tsx';

type SectionHeadingProps = { title: string; to: string; linkText: string; size: 'm' | 's' };

/** A section's title and the link to all of it; both lead there, the link with the specified `>>` (spec §2). */
export function SectionHeading({ title, to, linkText, size }: SectionHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6">
      <Link to={to} tabIndex={-1} className="flex min-h-11 min-w-0 grow basis-40 items-end">
        <FittedText as="h2" className={size === 'm' ? 'type-display-m' : 'type-display-s desktop:[--cap:2.5rem]'}>
          {title}
        </FittedText>
      </Link>
      <Link to={to} className="flex min-h-11 items-center gap-2 border-b-2 border-accent font-semibold hover:border-b-4">
        {linkText}
        <span aria-hidden="true" className="type-display-s [--cap:1.25rem]">
          &gt;&gt;
        </span>
      </Link>
    </div>
  );
}
