import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type SectionTitleProps = {
  children: string;
  /** Stands at the end of the line: what can be done here. */
  end?: ReactNode;
};

/** The heading of a section and the title of its tab. It may come after the section's data, so it takes the focus itself. */
export function SectionTitle({ children, end }: SectionTitleProps) {
  const { t } = useTranslation(['common', 'staff']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{`${children} · ${t('staff:title')}`}</title>
      <h1 ref={heading} tabIndex={-1} className="text-[1.25rem] leading-7 font-bold">
        {children}
      </h1>
      {end !== undefined && <div className="flex flex-wrap items-center gap-3">{end}</div>}
    </div>
  );
}
