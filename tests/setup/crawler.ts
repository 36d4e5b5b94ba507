import { z } from 'zod';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from './site.ts';
import type { TestApp, TestAppOptions } from './app.ts';

export const PUBLIC_URL = 'https://rkali.example';

/** Starts a site with a configured public address. */
export const startKnownSite = (options: TestAppOptions = {}): Promise<TestApp> => startTestSite({ env: { PUBLIC_URL }, ...options });

const entities: Record<string, string> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&amp;': '&' };
const decode = (text: string): string => text.replaceAll(/&(?:[gl]t|quot|amp);/g, (entity) => entities[entity] ?? entity);

/** Returns the head of a page as a crawler without cookies reads it. */
export async function headOf({ url }: TestApp, path: string, cookie = '') {
  const html = await (await fetch(url + path, { headers: { cookie } })).text();
  const head = /<head>(.*?)<\/head>/s.exec(html)?.[1] ?? '';
  const elements = [...head.matchAll(/<(meta|link)\b([^>]*)>/g)].map(([, , inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)])),
  );
  const facts = Object.fromEntries(elements.map((each) => [each['name'] ?? each['property'] ?? '', each['content'] ?? '']));
  const links = (rel: string) => elements.filter((each) => each['rel'] === rel && !('as' in each));
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
  return {
    html,
    head,
    facts,
    language: /<html lang="(\w+)">/.exec(html)?.[1],
    canonical: links('canonical')[0]?.['href'],
    alternates: Object.fromEntries(links('alternate').map(({ hreflang = '', href = '' }) => [hreflang, href])),
    manifest: links('manifest')[0]?.['href'],
    json,
    data: json === undefined ? undefined : z.record(z.string(), z.unknown()).parse(JSON.parse(json)),
  };
}

export const createFullEvent = ({ ctx }: TestApp, fields: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(ctx, {
    name: 'ღრმა მტკვარი',
    nameLat: 'Deep Kura',
    description: 'ქართული აღწერა.',
    descriptionLat: 'Bass from the river.\n\nAll night long.',
    startsAt: new Date('2026-11-21T23:00:00+04:00'),
    priceTetri: 4050,
    ...fields,
  });
