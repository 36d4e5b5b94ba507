import { KEPT_MARK } from '#shared/offline.ts';

/** Whether what is shown comes from the device and not from the network: marked by the worker, or by a screen that fell back on it. */
export const isMarkedKept = (): boolean => document.documentElement.hasAttribute(KEPT_MARK);

export function markKept(isKept: boolean): void {
  document.documentElement.toggleAttribute(KEPT_MARK, isKept);
}
