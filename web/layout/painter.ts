import { useRouteLoaderData } from 'react-router';
import { eventTheme, type EventTheme } from '#shared/media/event-theme.ts';
import { nextEvent } from '#shared/events/timing.ts';
import type { loader as eventLoader } from '#web/events/event.page.tsx';
import type { loader as homeLoader } from '#web/home/home.page.tsx';
import { useNow } from '#web/lib/now.tsx';

/** The colours of the screen: the home page is painted by the next event, an event's page by that event, all others by nobody. */
export function usePainter(): EventTheme | undefined {
  const now = useNow();
  const home = useRouteLoaderData<typeof homeLoader>('home/home');
  const event = useRouteLoaderData<typeof eventLoader>('events/event');
  const painter = event ?? (home && nextEvent(home.events, now));
  return painter && eventTheme(painter.id);
}
