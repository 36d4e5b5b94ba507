/** What the server has acknowledged: from that moment on it must never be lost. */
export type Effects = {
  emails: Set<string>;
  enquiries: Set<string>;
  /** `guest:event` → the last acknowledged state; absent while a change is under way and its end unknown. */
  holds: Map<string, 'held' | 'none'>;
  /** Addresses of bank pages where the guest paid and the bank said yes. */
  paid: Set<string>;
  entered: Set<number>;
  count(): number;
};

export function createEffects(): Effects {
  const effects = {
    emails: new Set<string>(),
    enquiries: new Set<string>(),
    holds: new Map<string, 'held' | 'none'>(),
    paid: new Set<string>(),
    entered: new Set<number>(),
  };
  return { ...effects, count: () => Object.values(effects).reduce((sum, list) => sum + list.size, 0) };
}
