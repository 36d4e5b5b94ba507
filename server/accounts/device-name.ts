import Bowser from 'bowser';

/** The browser and the system of a user agent, `Chrome · Android`; null when neither is known. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' · ') || null;
}
