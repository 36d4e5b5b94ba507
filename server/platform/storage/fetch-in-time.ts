import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 3;
const PAUSE_MS = 150;
/** Busy or restarting: the same request succeeds a moment later. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** The slowest line on which a file is uploaded. */
const UPLOAD_BYTES_PER_MS = 1_000;

/**
 * `fetch` for an object storage: an answer must begin within `limitMs`, over all attempts, and each piece of its content must come within
 * that time, however slow the reader is. A body is sent whole.
 */
export const fetchInTime =
  (limitMs: number): typeof fetch =>
  async (input, init = {}) => {
    const limit = new AbortController();
    const bytes = init.body instanceof Uint8Array ? init.body.byteLength : 0;
    const timer = setTimeout(() => limit.abort(tooLate(limitMs)), limitMs + bytes / UPLOAD_BYTES_PER_MS);
    try {
      const response = await tryOften(() =>
        // The storage must not compress, or the length that it names would be another one.
        fetch(input, {
          ...init,
          headers: { ...plain(init.headers), 'accept-encoding': 'identity' },
          redirect: 'manual',
          signal: limit.signal,
        }),
      );
      return withLimit(response, limit, limitMs);
    } finally {
      clearTimeout(timer);
    }
  };

const plain = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers));

const tooLate = (limitMs: number): Error => new Error(`it does not answer within ${limitMs / 1000} seconds`);

async function tryOften(request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const response = await request().catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    if (response && !isPassing(response.status)) return response;
    await response?.body?.cancel();
    await sleep(PAUSE_MS * attempt);
  }
  return request();
}

/** Ends a response whose next piece does not come in time. */
function withLimit(response: Response, limit: AbortController, limitMs: number): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(() => limit.abort(tooLate(limitMs)), limitMs);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
