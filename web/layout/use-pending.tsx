import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';

const SLOW_MS = 150;
/** Its sections change inside its own frame (web/staff/staff.page.tsx). */
const CONSOLE = /^\/staff(\/|$)/i;

/** Returns the outline of the next screen once loading takes longer than a moment; until then the old screen stays. */
export function usePending(): ReactNode {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const isInside = next !== undefined && CONSOLE.test(pathname) && CONSOLE.test(next);
  const target = next === pathname || isInside ? undefined : next;
  const [shown, setShown] = useState<{ target: string; outline: ReactNode }>();

  useEffect(() => {
    if (target === undefined) return undefined;
    let isWanted = true;
    const show = async () => {
      const { Pending } = await import('./pending.tsx');
      if (isWanted) setShown({ target, outline: <Pending pathname={target} /> });
    };
    // If the outlines cannot be loaded, the old screen stays.
    const timer = setTimeout(() => void show().catch(() => undefined), SLOW_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      setShown(undefined);
    };
  }, [target]);

  return shown && shown.target === target ? shown.outline : undefined;
}
