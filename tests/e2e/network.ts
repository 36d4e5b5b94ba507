import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';

type Outage = { begin(): void; end(): void };
type Offline = { [Symbol.asyncDispose](): Promise<void> };

const outages = new WeakMap<BrowserContext, Outage>();
const offline = new WeakMap<BrowserContext, Offline>();

/** Lets `goOffline` disconnect the page from its server too. */
export function connect(page: Page, server: Server): void {
  const refuse = (socket: Socket) => socket.destroy();
  const begin = () => {
    server.on('connection', refuse);
    server.closeAllConnections();
  };
  const end = () => void server.off('connection', refuse);
  outages.set(page.context(), { begin, end });
  onTestFinished(end);
}

/**
 * Cuts the network, or restores it. With `setOffline` alone, Chromium forgets at the first page from a service worker that it is offline:
 * the worker reaches the server and `navigator.onLine` is true. So this disconnects the server, too, and tells each later page.
 */
export async function goOffline(page: Page, isOffline = true): Promise<void> {
  const context = page.context();
  if (isOffline) {
    await context.setOffline(true);
    outages.get(context)?.begin();
    offline.set(context, await context.addInitScript(sayOffline));
    return;
  }
  await offline.get(context)?.[Symbol.asyncDispose]();
  outages.get(context)?.end();
  const cameWithout = await page.evaluate(() => Object.hasOwn(navigator, 'onLine'));
  await context.setOffline(false);
  if (cameWithout) await page.evaluate(sayOnline);
}

/** Runs in each page that loads offline. */
function sayOffline(): void {
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
}

/** Runs in a page that loaded offline. For an older page the browser fires the event itself. */
function sayOnline(): void {
  Reflect.deleteProperty(navigator, 'onLine');
  dispatchEvent(new Event('online'));
}
