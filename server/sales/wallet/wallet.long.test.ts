import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ne } from 'drizzle-orm';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { readWallet } from '#server/platform/config/env-wallet.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { makeCertificates, readSignature, readStoredZip } from '#tests/setup/certificates.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

async function inFiles(contents: Record<string, string>): Promise<Record<string, string>> {
  const folder = createTestFolder();
  const written = Object.entries(contents).map(async ([name, content]) => {
    await writeFile(join(folder, name), content);
    return [name, join(folder, name)] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

async function openWith(env: Record<string, string>) {
  const app = await startTestApp({ env: { PUBLIC_URL: 'https://rkali.example', ...env } });
  const guest = await createUser(app.ctx);
  const event = await createEvent(app.ctx, { name: 'ობერტონი', nameLat: 'Oberton' });
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const ask = (wallet: string, token = guest.accessToken) =>
    fetch(`${app.url}/api/Tickets/${ticket.id}/${wallet}-pass?lang=ka`, { headers: { authorization: `Bearer ${token}` } });
  return { app, guest, event, ticket, ask };
}

const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex');

test('an Apple pass is whole: every file is in the manifest, and the manifest is signed by our certificate', async () => {
  const { authority, certificate, key } = makeCertificates();
  const files = await inFiles({ authority, certificate, key });
  const { ticket, ask, app } = await openWith({
    APPLE_PASS_TYPE_ID: 'pass.example.rkali',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_PASS_CERT: files['certificate'] ?? '',
    APPLE_PASS_KEY: files['key'] ?? '',
    APPLE_WWDR_CERT: files['authority'] ?? '',
  });
  const answer = await ask('apple');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.apple.pkpass');
  expect(answer.headers.get('cache-control')).toBe('no-store');

  const pass = readStoredZip(Buffer.from(await answer.arrayBuffer()));
  const manifest = pass.get('manifest.json') ?? Buffer.alloc(0);
  const named: Record<string, string> = JSON.parse(manifest.toString());
  const carried = [...pass].filter(([name]) => name !== 'manifest.json' && name !== 'signature');
  expect(named).toEqual(Object.fromEntries(carried.map(([name, content]) => [name, sha1(content)])));
  expect(Object.keys(named)).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png']));

  const { digest, signed, signature } = readSignature(pass.get('signature') ?? Buffer.alloc(0));
  const algorithm = digest.length === 20 ? 'sha1' : 'sha256';
  expect(digest.equals(createHash(algorithm).update(manifest).digest())).toBe(true);
  expect(verify(algorithm, signed, new X509Certificate(certificate).publicKey, signature)).toBe(true);
  expect(verify(algorithm, signed, createPublicKey(makeCertificates().key), signature)).toBe(false);

  const said = JSON.parse((pass.get('pass.json') ?? '').toString());
  expect(said).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: 'pass.example.rkali',
    teamIdentifier: 'TEAM123456',
    serialNumber: String(ticket.id),
    barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.code, messageEncoding: 'iso-8859-1' }],
    eventTicket: { primaryFields: [{ value: 'ობერტონი' }] },
  });
  const otherUser = await createUser(app.ctx);
  expect((await ask('apple', otherUser.accessToken)).status).toBe(404);
});

test("a Google pass is signed with our account's key and carries the ticket's code", async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = { client_email: 'tickets@project.example', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  const files = await inFiles({ account: JSON.stringify(account) });
  const { ask, ticket, event, app } = await openWith({
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_ACCOUNT: files['account'] ?? '',
  });
  const admin = await createAdmin(app.ctx);
  const address = { key: 'club:address', language: 'ka', value: 'ახალი ქუჩა 5', version: 0 } as const;
  await app.api(admin.accessToken).siteTexts.save({ body: { changes: [address] } });
  await loadTexts(app.ctx);
  const { url } = await (await ask('google')).json();
  const token = String(url).replace('https://pay.google.com/gp/v/save/', '');
  const { payload } = await jwtVerify(token, publicKey, {
    audience: 'google',
    issuer: 'tickets@project.example',
    currentDate: app.clock.now(),
  });
  expect(payload).toMatchObject({
    typ: 'savetowallet',
    origins: ['https://rkali.example'],
    payload: {
      eventTicketClasses: [
        {
          id: `3388000000012345678.event-${event.id}`,
          eventName: { defaultValue: { language: 'ka', value: 'ობერტონი' } },
          // As staff edited it, regardless of the environment.
          venue: { address: { defaultValue: { value: 'ახალი ქუჩა 5' } } },
        },
      ],
      eventTicketObjects: [
        { id: `3388000000012345678.ticket-${ticket.id}`, state: 'ACTIVE', barcode: { type: 'QR_CODE', value: ticket.code } },
      ],
    },
  });
});

test('a ticket that was given to an address becomes a pass when its account has proved the address', async () => {
  const { authority, certificate, key } = makeCertificates();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = { client_email: 'tickets@project.example', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  const files = await inFiles({ authority, certificate, key, account: JSON.stringify(account) });
  const { app, guest, event, ticket } = await openWith({
    APPLE_PASS_TYPE_ID: 'pass.example.rkali',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_PASS_CERT: files['certificate'] ?? '',
    APPLE_PASS_KEY: files['key'] ?? '',
    APPLE_WWDR_CERT: files['authority'] ?? '',
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_ACCOUNT: files['account'] ?? '',
  });
  const admin = await createAdmin(app.ctx);
  await app.api(admin.accessToken).staffTicketTypes.give({ id: event.id, body: { ...complimentary, email: guest.email, quantity: 1 } });
  const [given] = await app.ctx.db.select({ id: tickets.id }).from(tickets).where(ne(tickets.id, ticket.id));
  const passes = async () => {
    const headers = { authorization: `Bearer ${guest.accessToken}` };
    const ask = (wallet: string) => fetch(`${app.url}/api/Tickets/${given?.id}/${wallet}-pass`, { headers });
    return [(await ask('apple')).status, (await ask('google')).status];
  };
  expect(await passes()).toEqual([404, 404]);
  await proveMailbox(app, guest.accessToken);
  expect(await passes()).toEqual([200, 200]);
});

test('without certificates there are no passes', async () => {
  const { ask } = await openWith({});
  for (const wallet of ['apple', 'google']) expect((await ask(wallet)).status).toBe(404);
});

test('half a configuration is refused in one line that names what is missing', () => {
  expect(() => readWallet({ APPLE_TEAM_ID: 'TEAM123456' })).toThrow('APPLE_PASS_TYPE_ID is needed with APPLE_TEAM_ID.');
  expect(() => readWallet({ GOOGLE_WALLET_ISSUER_ID: '1' })).toThrow('GOOGLE_WALLET_ACCOUNT is needed with GOOGLE_WALLET_ISSUER_ID.');
  expect(() => readWallet({ GOOGLE_WALLET_ISSUER_ID: '1', GOOGLE_WALLET_ACCOUNT: '/nowhere' })).toThrow(/^GOOGLE_WALLET_ACCOUNT must name/);
});
