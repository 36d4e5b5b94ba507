import { createClient, isObject, type ApiRequest, type ApiResponse, type Send } from '#shared/contract.ts';
import { scannerDeviceContract } from '#shared/door/scanner-device.contract.ts';
import { signCall } from '#shared/door/sign-call.ts';
import { ApiError } from '#shared/errors.ts';
import type { PhoneClock } from './clock.ts';

/** The timeout that detects a dead connection; the whole offline manifest may take longer (`MANIFEST_TIMEOUT_MS`). */
const TIMEOUT_MS = 4_000;
export const MANIFEST_TIMEOUT_MS = 20_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Signer = { scannerDeviceId: string; key: CryptoKeyPair };
/** The calls of a phone. Before pairing, a call that needs a signature fails like one without a network. */
export type ScannerDeviceCalls = ReturnType<typeof createScannerDeviceCalls>;

/** `signer` is read for each call, because its key comes with pairing. */
export function createScannerDeviceCalls(fetchAnswer: Fetch, clock: PhoneClock, signer: () => Signer | undefined) {
  const headersFor = async ({ method, url, access }: Pick<ApiRequest, 'method' | 'url' | 'access'>, body: string | undefined) => {
    const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
    if (access !== 'scannerDevice') return headers;
    const signs = signer();
    if (!signs) throw new Error('This phone has no scanner device.');
    const time = clock.now().getTime();
    return {
      ...headers,
      authorization: await signCall(signs.key.privateKey, { scannerDeviceId: signs.scannerDeviceId, time, method, url, body }),
    };
  };

  const sendOnce = async (request: ApiRequest): Promise<ApiResponse> => {
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const limit = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
    const sentAt = clock.steady();
    const response = await fetchAnswer(request.url, {
      method: request.method,
      headers: await headersFor(request, body),
      ...(body !== undefined && { body }),
      signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const serverMs = field(answer, 'serverMs');
    if (typeof serverMs === 'number') clock.learn(serverMs, sentAt);
    const retryAfter = Number(response.headers.get('retry-after'));
    return { status: response.status, body: answer, ...(retryAfter > 0 && { retryAfter }) };
  };

  /** A wrong clock is corrected from the refusal, and a call refused as repeated is signed again; each once. */
  const send: Send = async (request) => {
    const sentAt = clock.steady();
    const first = await sendOnce(request);
    const code = field(first.body, 'code');
    if (first.status !== 401 || (code !== 'clock_off' && code !== 'call_repeated')) return first;
    const serverTime = Date.parse(String(field(field(first.body, 'params'), 'serverTime')));
    if (code === 'clock_off' && !Number.isNaN(serverTime)) clock.learn(serverTime, sentAt);
    return sendOnce(request);
  };

  return {
    ...createClient({ scannerDevice: scannerDeviceContract }, send).scannerDevice,
    /** Opens the stream of changes. Its body is undefined if it was refused. */
    async openStream(url: string, signal: AbortSignal): Promise<{ status: number; body: ReadableStream<Uint8Array> | undefined }> {
      const headers = await headersFor({ method: 'GET', url, access: 'scannerDevice' }, undefined);
      const response = await fetchAnswer(url, { headers: { ...headers, accept: 'text/event-stream' }, signal, credentials: 'same-origin' });
      return { status: response.status, body: response.ok ? (response.body ?? undefined) : undefined };
    },
  };
}

const field = (value: unknown, name: string): unknown => (isObject(value) ? Reflect.get(value, name) : undefined);

/** Returns true if the server says that the scanner device is over. */
export const isDeviceOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.body.code === 'device_ended' || error.body.code === 'device_unknown');
