/** Values that the browser refuses to store; they live as long as the page. */
const refused = new Map<string, string>();

/** Values of this tab, which survive a reload where the browser stores them. */
export function readTab(key: string): string | null {
  try {
    return refused.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string): void {
  refused.delete(key);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    refused.set(key, value);
  }
}

export function forgetTab(key: string): void {
  refused.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // If it cannot be removed, it was not stored either.
  }
}
