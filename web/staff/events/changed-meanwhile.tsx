import type { ReactNode } from 'react';
import { timeText } from '#shared/dates.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const CHANGES = 'changed-meanwhile';

/** Moves the focus to the decisions that block the next save. */
export const focusChanges = (): void => document.querySelector<HTMLElement>(`#${CHANGES}`)?.focus();

/** Shows who saved while this form was open; `children` show what, and ask which version to keep. */
export function ChangedMeanwhile({ by, at, children }: { by: string | null; at: string; children: ReactNode }) {
  const { t } = useTranslation(['common', 'staff-events']);
  const time = timeText(at);
  return (
    <section id={CHANGES} role="alert" tabIndex={-1} className="flex flex-col gap-3 border-2 border-warn p-5">
      <h2 className="font-bold">{by === null ? t('staff-events:news_nobody', { time }) : t('staff-events:news', { name: by, time })}</h2>
      {children}
    </section>
  );
}
