import { once } from 'node:events';
import { createServer, request as call, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { cacheKeyOf } from '#shared/offline.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp, TestAppOptions } from '#tests/setup/app.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { connect } from './network.ts';
import { visit } from './site.ts';
import { expect } from './test.ts';

type Reached = { url: string; http?: { server: Server } };

export const EVENT = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' };
export const eventName = { en: EVENT.nameLat, ka: EVENT.name };
/** The browser's own messages about a missing network. */
const NO_NETWORK = /net::ERR_|status of 503/;

/** Creates an event in the future of both clocks: the server's, which is stopped, and the browser's, which is real. */
export async function openEvent(options: TestAppOptions = {}) {
  const app = await startTestSite(options);
  const { id } = await createEvent(app.ctx, { ...EVENT, startsAt: addDays(new Date(), 1) });
  return { app, id };
}

export async function enter({ url, http }: Reached, language: Language = 'en', width = 1440, allowed = NO_NETWORK): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed, hasWorker: true });
  if (http) connect(page, http.server);
  return page;
}

/** Starts a proxy that can serve another service worker: tests cannot intercept how the browser fetches workers. */
export async function openFront(app: TestApp): Promise<Reached & { serve(worker: string): void; hold(): () => void }> {
  let worker: string | undefined;
  let held = Promise.resolve();
  const front = createServer(async (request, response) => {
    await held;
    if (worker !== undefined && request.url === '/sw.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    const { method, headers, url = '/' } = request;
    const passed = call(app.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(passed);
  });
  await once(front.listen(0, 'localhost'), 'listening');
  onTestFinished(() => void front.close());
  const address = front.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  /** Holds requests until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { url: `http://localhost:${port}`, http: { server: front }, serve: (next) => (worker = next), hold };
}

/** The browser decides when to replace a worker. */
export const SOON = { timeout: 20_000 };

export const isStored = (page: Page, path: string, language: Language): Promise<boolean> =>
  page.evaluate(async (key) => (await caches.match(key)) !== undefined, cacheKeyOf(path, language));
export const keeps = (page: Page, path: string, language: Language) => expect.poll(() => isStored(page, path, language), SOON).toBe(true);

/**
 * Waits until the worker serves the page. Chromium does not always hand it a page that loads just while it starts, but then the next load.
 */
export async function waitForWorker(page: Page): Promise<void> {
  const isControlled = () => navigator.serviceWorker.controller !== null;
  const isClaimed = await page.waitForFunction(isControlled, undefined, SOON).catch(() => undefined);
  if (!isClaimed) await page.reload();
  await page.waitForFunction(isControlled);
}

/** Opens a page and waits until it is completely stored. */
export async function see(page: Page, path: string, language: Language): Promise<void> {
  await page.goto(path);
  await waitForWorker(page);
  await keeps(page, path, language);
  await page.waitForLoadState('networkidle');
}
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
