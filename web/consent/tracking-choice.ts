/** Whether a visitor lets other companies count the visit. Kept on the device alone; where that is refused, for this page. */

export type TrackingChoice = 'accepted' | 'declined';

const KEY = 'trackingChoice';
let memory: string | null = null;

/** What was chosen; a browser that asks not to be tracked has chosen already. Nothing when it is to be asked. */
export function readChoice(): TrackingChoice | undefined {
  const kept = stored();
  if (kept === 'accepted' || kept === 'declined') return kept;
  return asksNotToBeTracked() ? 'declined' : undefined;
}

export function writeChoice(choice: TrackingChoice): void {
  memory = choice;
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Refused by the browser: the choice holds as long as the page.
  }
}

/** Calls back when another tab has answered; answers how to stop that. */
export function onForeignChoice(listener: (choice: TrackingChoice) => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    const choice = key === KEY ? readChoice() : undefined;
    if (choice) listener(choice);
  };
  globalThis.addEventListener('storage', heard);
  return () => globalThis.removeEventListener('storage', heard);
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

/** Global Privacy Control, which TypeScript does not know yet, and its forerunner. */
const asksNotToBeTracked = (): boolean =>
  Reflect.get(navigator, 'globalPrivacyControl') === true || Reflect.get(navigator, 'doNotTrack') === '1';
