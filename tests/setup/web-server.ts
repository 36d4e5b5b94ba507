import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, request as requestWithTls } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { DAY_MS } from '#shared/durations.ts';
import { listening } from './listening.ts';
import { onTestFinished } from './on-test-finished.ts';

cryptoProvider.set(crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Makes a certificate of `localhost` with its key, as PEM texts; valid for this many days from now, or expired if negative. */
async function makeServerCertificate(days: number): Promise<{ cert: string; key: string }> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Of two certificates with one name only the first would be found.
    name: `CN=${randomUUID()}`,
    notBefore: new Date(Date.now() - 100 * DAY_MS),
    notAfter: new Date(Date.now() + days * DAY_MS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { cert: certificate.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n` };
}

/** Makes this process trust a certificate during the test, as a machine trusts a public authority. */
function trust(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

type Behaviour = {
  /** Where calls are forwarded; set once that server listens. */
  target: string;
  /** What happens to `X-Forwarded-For`: the caller is appended, replaces it, or the header is removed. */
  forwardedFor: 'added' | 'alone' | 'removed';
  /** Holds an answer back until it is complete. */
  buffers: boolean;
};
type WebServer = Behaviour & { url: string; /** As a PEM text. */ certificate: string };

/** Starts a web server with TLS that forwards calls, as in front of the site; stopped when the test is over. */
export async function startWebServer(days = 90): Promise<WebServer> {
  const certificate = await makeServerCertificate(days);
  trust(certificate.cert);
  const web: WebServer = { url: '', certificate: certificate.cert, target: '', forwardedFor: 'added', buffers: false };
  const server = createServer(certificate, (incoming, outgoing) => transfer(web, incoming, outgoing));
  web.url = `https://localhost:${await listening(server)}`;
  return web;
}

function transfer({ target, forwardedFor, buffers }: Behaviour, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'x-forwarded-for': claimed, ...others } = incoming.headers;
  const caller = incoming.socket.remoteAddress ?? '';
  const chain = forwardedFor === 'added' && claimed !== undefined ? `${String(claimed)}, ${caller}` : caller;
  const headers = forwardedFor === 'removed' ? others : { ...others, 'x-forwarded-for': chain };
  const passed = (target.startsWith('https:') ? requestWithTls : request)(
    target + (incoming.url ?? '/'),
    { method: incoming.method ?? 'GET', headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!buffers) return void answer.pipe(outgoing);
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => outgoing.end(Buffer.concat(pieces)));
    },
  );
  passed.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(passed);
}
