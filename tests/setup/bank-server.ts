import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.ts';

export type BankRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type Answer = { status: number; type: string; text: string };

/** Faults of a call. The first four come after the bank carried out the request, the others before. */
export type Fault =
  | 'silence'
  | 'standstill'
  | 'cut off'
  | 'no JSON'
  | 'endless text'
  | 'web page'
  | 'gateway'
  | 'failure'
  | 'busy'
  | 'not signed in'
  | 'elsewhere';

export type BankServer = {
  url: string;
  requests: BankRequest[];
  /** Makes the next calls with this path prefix fail, one after the other. */
  fail(path: string, ...faults: Fault[]): void;
  /** Returns the calls with this path prefix. */
  callsOf(path: string): BankRequest[];
};

export const json = (value: unknown, status = 200): Answer => ({ status, type: 'application/json', text: JSON.stringify(value) });
export const refusal = (message: string, status = 400): Answer => json({ message }, status);

const page = '<!doctype html><html><body><h1>We are improving our services</h1></body></html>';

const answers: Record<Exclude<Fault, 'silence' | 'standstill' | 'cut off' | 'no JSON'>, Answer> = {
  'endless text': { status: 200, type: 'application/json', text: `"${'x'.repeat(3_000_000)}"` },
  'web page': { status: 200, type: 'text/html', text: page },
  gateway: { status: 502, type: 'text/html', text: page },
  failure: { status: 500, type: 'application/json', text: '{"message":"Internal error"}' },
  busy: { status: 429, type: 'application/json', text: '{"message":"Too many requests"}' },
  'not signed in': { status: 401, type: 'application/json', text: '{"message":"Unauthorized"}' },
  elsewhere: { status: 302, type: 'text/plain', text: '' },
};

/** Starts a real HTTP server for a bank on a separate port; stopped when the test is over. */
export async function startBankServer(answer: (request: BankRequest) => Answer): Promise<BankServer> {
  const requests: BankRequest[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const takeFault = (path: string): Fault | undefined => {
    const index = faults.findIndex((planned) => path.startsWith(planned.path));
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
  };
  const server = createServer((request, response) => {
    const take = (body: string): void => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      requests.push(call);
      send(response, takeFault(call.path), () => answer(call));
    };
    void readBody(request).then(take, () => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    requests,
    fail: (path, ...planned) => void faults.push(...planned.map((fault) => ({ path, fault }))),
    callsOf: (path) => requests.filter((call) => call.path.startsWith(path)),
  };
}

function send(response: ServerResponse, fault: Fault | undefined, work: () => Answer): void {
  if (fault === 'silence') return void work();
  if (fault === 'standstill') return begin(response, work());
  if (fault === 'cut off') return begin(response, work(), () => response.destroy());
  if (fault === 'no JSON') return write(response, { ...work(), text: '{"id": "b' });
  write(response, fault === undefined ? work() : answers[fault], fault === 'elsewhere' ? { location: 'http://127.0.0.1:1/' } : {});
}

function write(response: ServerResponse, { status, type, text }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(text);
}

/** Sends the first half of an answer, then a fault instead of the second. */
function begin(response: ServerResponse, { status, type, text }: Answer, then: () => void = () => undefined): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, Math.floor(text.length / 2)), then);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
