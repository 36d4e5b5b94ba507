import { useEffect, useState } from 'react';
import type { EventView } from '#shared/events/event.views.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { asEvent } from './answers.ts';
import { isOutdated } from './offer.ts';

/** The event, asked for again when its sale begins or closes while the page stays open; an answer that does not come changes nothing. */
export function useFreshEvent(loaded: EventView): EventView {
  const now = useNow();
  const [answer, setAnswer] = useState({ loaded, event: loaded });
  const event = answer.loaded === loaded ? answer.event : loaded;
  // Every minute until an answer is up to date.
  const dueAt = isOutdated(event, now) ? now : undefined;
  useEffect(() => {
    if (!dueAt) return undefined;
    const leaving = new AbortController();
    const put = (fresh: EventView) => setAnswer({ loaded, event: asEvent(fresh) });
    api.events
      .get({ id: loaded.id }, { signal: leaving.signal })
      .then(put)
      .catch(() => undefined);
    return () => leaving.abort();
  }, [dueAt, loaded]);
  return event;
}
