import { useEffect, useState } from 'react';

/** Returns true once something was on for this long. */
export function useAfter(ms: number, isOn: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms, isOn]);
  return isOver;
}
