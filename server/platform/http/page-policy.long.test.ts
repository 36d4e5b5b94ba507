import { expect, test } from 'vitest';
import { ask } from '#tests/setup/ask.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';

test('no page carries a script of its own, and the policy allows none', async () => {
  const { ctx, url } = await startTestSite();
  const { id } = await createEvent(ctx);
  for (const path of ['/', `/Events/${id}`, '/login', '/profile', '/Cart', '/nothing']) {
    const { headers, html } = await ask(url + path);
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts) expect(attributes).toMatch(/\bsrc="\/assets\/|type="application\/(ld\+)?json"/);
    expect(html).not.toMatch(/<[^>]+\son\w+=/);
    expect(html).not.toMatch(/<style\b/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("object-src 'none'");
  }
});

test('only the scanner may run WebAssembly', async () => {
  const { url } = await startTestSite();
  expect((await ask(`${url}/QRScan`)).headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect((await ask(`${url}/profile`)).headers.get('content-security-policy')).not.toContain('wasm');
});

const policyOf = async (address: string) => (await ask(address)).headers.get('content-security-policy') ?? '';

test('no page allows a foreign host', async () => {
  const { url } = await startTestSite();
  for (const path of ['/', '/about', '/login', '/QRScan', '/change_password']) expect(await policyOf(url + path)).not.toContain('http');
});

test('styles and fonts carry the policy of data, and scripts, which may be those of workers, that of pages', async () => {
  const { url } = await startTestSite();
  const page = await (await fetch(url)).text();
  const linked = (pattern: RegExp) => policyOf(url + (pattern.exec(page)?.[0] ?? ''));
  expect(await linked(/\/assets\/[\w-]+\.css/)).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await linked(/\/assets\/[\w-]+\.woff2/)).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(await linked(/\/assets\/[\w-]+\.js/)).toContain("script-src 'self'");
});
