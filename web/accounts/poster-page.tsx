import type { ReactNode } from 'react';
import { useTranslation } from '#web/ui/translation.tsx';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { paint } from '#web/lib/paint.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { PageBody } from '#web/ui/page.tsx';
import { SidePoster } from './side-poster.tsx';

/** The id of the event whose poster is beside a page: `undefined` while it is unknown, null for the next event. */
type Whose = number | null | undefined;

type PosterPageProps = { eventId: Whose; className: string; children: ReactNode };

/** A page in the colours of its event, on wide screens with the event's poster, or the next event's, at its right. */
export function PosterPage({ eventId, className, children }: PosterPageProps) {
  // The caption's texts are fetched where the page does not bring them along; the server does not fetch them.
  const isHydrated = useHydrated();
  const { ready } = useTranslation('accounts');
  const event = useEvent(eventId ?? undefined);
  const isComing = eventId === undefined || (eventId !== null && event === undefined);
  return (
    <div {...(typeof eventId === 'number' && paint(eventTheme(eventId)))} className="min-[80rem]:grid min-[80rem]:grid-cols-[2fr_1fr]">
      <PageBody className={className}>{children}</PageBody>
      {isComing || !ready || !isHydrated ? (
        <div className="hidden bg-surface-1 min-[80rem]:block" />
      ) : (
        <SidePoster chosen={event ?? undefined} />
      )}
    </div>
  );
}

/** Undefined until it is fetched; null when it cannot be. */
function useEvent(id: number | undefined): EventView | null | undefined {
  const { data, state } = useLoad(id === undefined ? undefined : (signal) => api.events.get({ id }, { signal }), [id]);
  return data ?? (state === 'failed' ? null : undefined);
}
