import { useEffect, useRef, useState } from 'react';
import { ScrollRestoration, useLocation } from 'react-router';
import { trackPageView } from './track.ts';

/**
 * What happens when another page comes into view: it starts at its top (and where it was left when going back), its heading takes the
 * focus, its title is read out, and the view is counted. The layout renders this once.
 */
export function Navigation() {
  const { pathname, hash } = useLocation();
  const shown = useRef<string>(undefined);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return;
    const isFirst = shown.current === undefined;
    shown.current = pathname;
    trackPageView(pathname);
    if (isFirst) return;
    if (!hash) focusHeading();
    setAnnounced(document.title);
  }, [pathname, hash]);

  return (
    <>
      <ScrollRestoration />
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </>
  );
}

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
