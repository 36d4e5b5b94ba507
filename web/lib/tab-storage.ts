/** What this tab remembers over a reload. What the browser will not store is remembered as long as the page lives. */
const memory = new Map<string, string>();

export function readTab(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string): void {
  memory.delete(key);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function forgetTab(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there is nothing stored either.
  }
}
