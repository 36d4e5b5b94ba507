import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitlePart } from '#web/lib/document-title.ts';

type SectionTitleProps = {
  children: string;
  /** Stands at the end of the line: what can be done here. */
  end?: ReactNode;
};

/** The heading of a section. It comes after the section's file, so it names the document and takes the focus itself. */
export function SectionTitle({ children, end }: SectionTitleProps) {
  const { t } = useTranslation(['common', 'staff']);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitlePart('section', `${children} · ${t('staff:title')}`);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 ref={heading} tabIndex={-1} className="text-[1.25rem] leading-7 font-bold">
        {children}
      </h1>
      {end !== undefined && <div className="flex flex-wrap items-center gap-3">{end}</div>}
    </div>
  );
}
