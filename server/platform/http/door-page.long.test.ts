import { expect, test } from 'vitest';
import { startTestSite } from '#tests/setup/site.ts';

test('the door is a document of its own: strict, indexed by nobody, and the same for everybody', async () => {
  const app = await startTestSite();
  const page = await fetch(`${app.url}/door`, { headers: { cookie: 'lang=ka' } });
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-cache',
    'content-language': 'ka',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
  });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'");
  expect(policy).not.toMatch(/https?:|'unsafe-eval'/);
  const html = await page.text();
  expect(html).toContain('<html lang="ka" data-time-zone="Asia/Tbilisi">');
  expect(html).not.toMatch(/id="state"|facebook|googletagmanager/);
  expect(await (await fetch(`${app.url}/robots.txt`)).text()).toContain('Disallow: /door\n');
});

test('its files are kept for good, and its worker may answer for its address alone', async () => {
  const app = await startTestSite();
  const html = await (await fetch(`${app.url}/door`)).text();
  const files = [...html.matchAll(/(?:src|href)="(\/door\/files\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(2);
  for (const file of files) expect((await fetch(app.url + file)).headers.get('cache-control')).toContain('immutable');
  const worker = await fetch(`${app.url}/door/worker.js`);
  expect(worker.headers.get('service-worker-allowed')).toBe('/door');
  expect(worker.headers.get('content-type')).toContain('javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const code = await worker.text();
  for (const file of [...files, 'zxing_reader']) expect(code).toContain(file);
});
