import { useState } from 'react';

const KEY = 'staff-tell-guest';

/** Whether decisions are told by mail: as it was left on this device; at first they are not. */
export function useTellGuest(): [boolean, (tells: boolean) => void] {
  const [tells, setTells] = useState(read);
  const change = (next: boolean) => {
    setTells(next);
    write(next);
  };
  return [tells, change];
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

function write(tells: boolean): void {
  try {
    localStorage.setItem(KEY, String(tells));
  } catch {
    // Storage can be forbidden: then it holds for this screen.
  }
}
