import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { trackPageView } from './track.ts';

/**
 * What happens when another page comes into view: it starts at its top, also when going back (spec §2), its heading takes the focus, its
 * title is read out, and the view is counted. The layout renders this once.
 */
export function Navigation() {
  const { pathname, hash } = useLocation();
  const shown = useRef<{ pathname: string; hash: string }>(undefined);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    const before = shown.current;
    if (before?.pathname === pathname && before.hash === hash) return;
    shown.current = { pathname, hash };
    const part = document.getElementById(hash.slice(1));
    // The browser scrolls by itself only where it is led by a link, not on the way back.
    if (before?.pathname === pathname) return scrollTo(part);
    trackPageView(pathname);
    history.scrollRestoration = 'manual';
    if (!before) return;
    startAt(part);
    setAnnounced(document.title);
  }, [pathname, hash]);

  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}

/** The part the address names, else the top and the heading. */
function startAt(part: HTMLElement | null): void {
  scrollTo(part);
  const target = part ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function scrollTo(part: HTMLElement | null): void {
  if (part) part.scrollIntoView();
  else window.scrollTo(0, 0);
}
