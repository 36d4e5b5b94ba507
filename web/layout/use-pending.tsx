import { useEffect, useState, type ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';

const SLOW_MS = 150;
/** Its sections change inside its own frame (web/staff/staff.page.tsx). */
const CONSOLE = /^\/staff(\/|$)/i;

/** The outline of the screen that is gone to, once that takes longer than a blink; until then the old screen stays as it is. */
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
    // Without the outlines the old screen simply stays.
    const timer = setTimeout(() => void show().catch(() => undefined), SLOW_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      setShown(undefined);
    };
  }, [target]);

  return shown && shown.target === target ? shown.outline : undefined;
}
