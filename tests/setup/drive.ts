import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import type { Clock } from '#server/platform/context.ts';
import { type DoubleFile, fieldsOf, matches, pick } from './drive-query.ts';
import { listening } from './listening.ts';

const FOLDER = 'application/vnd.google-apps.folder';
const SCOPE = 'https://www.googleapis.com/auth/drive.readonly';

/** With whom the folder is shared. */
type Sharing = 'anyone' | 'account' | 'nobody';
type DriveRequest = { kind: 'folder' | 'list' | 'download' | 'token'; id: string; query: URLSearchParams };
/** A status with Google's reason or a redirect, or another fault of the connection. */
export type Trouble = `${number} ${string}` | 'html' | 'garbage' | 'wrong types' | 'flood' | 'hang' | 'cut' | 'drop';

export type DriveDouble = ReturnType<typeof build> & { env: Record<string, string> };

export type DriveOptions = { clock: Clock; access?: 'key' | 'account'; driveId?: string };

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const accountKey = {
  type: 'service_account',
  client_email: 'gallery@club.iam.example',
  private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
};

/** Starts a Google Drive with one folder over real HTTP, as the reference documents it; stopped when the test is over. */
export async function startDrive({ clock, access = 'key', driveId }: DriveOptions): Promise<DriveDouble> {
  const where = { origin: '' };
  const drive = build(clock, where, driveId);
  const server = createServer((request, response) => void drive.answer(request, response));
  where.origin = `http://127.0.0.1:${await listening(server)}`;
  const way: Record<string, string> =
    access === 'key' ? { DRIVE_API_KEY: drive.apiKey } : { DRIVE_SERVICE_ACCOUNT: JSON.stringify(accountKey) };
  const env = {
    DRIVE_FOLDER_ID: drive.folderId,
    DRIVE_API_URL: `${where.origin}/drive/v3`,
    DRIVE_TOKEN_URL: `${where.origin}/token`,
    ...(driveId === undefined ? {} : { DRIVE_ID: driveId }),
    ...way,
  };
  return Object.assign(drive, { env });
}

function build(clock: Clock, where: { origin: string }, driveId: string | undefined) {
  const folderId = 'folder-of-the-club';
  const apiKey = 'AIza-a-key-for-tests';
  const files = new Map<string, DoubleFile>();
  const tokens = new Map<string, number>();
  const pageTokens = new Map<string, number>();

  const put = (name: string, content: Buffer | string, fields: Partial<DoubleFile> = {}): DoubleFile => {
    const bytes = Buffer.from(content);
    const file: DoubleFile = {
      id: randomUUID(),
      name,
      mimeType: 'image/jpeg',
      parent: folderId,
      content: bytes,
      modifiedTime: clock.now().toISOString(),
      md5Checksum: createHash('md5').update(bytes).digest('hex'),
      trashed: false,
      ...fields,
    };
    files.set(file.id, file);
    return file;
  };
  put('Pictures of the club', '', { id: folderId, mimeType: FOLDER, parent: 'root', md5Checksum: undefined });

  const drive = {
    folderId,
    apiKey,
    files,
    put,
    putFolder: (name: string): string => put(name, '', { mimeType: FOLDER, md5Checksum: undefined }).id,
    putTrashed: (id: string): void => {
      const file = files.get(id);
      if (file) files.set(id, { ...file, trashed: true });
    },
    sharing: 'anyone' satisfies Sharing as Sharing,
    tokenSeconds: 3600,
    /** The number of files on each page; later pages are full. */
    pages: [] as number[],
    incompleteSearch: false,
    requests: [] as DriveRequest[],
    /** The names of the requested files, in order. */
    downloads: [] as string[],
    /** Returns the fault of a request. */
    trouble: (_request: DriveRequest): Trouble | undefined => undefined,
    revokeTokens: (): void => tokens.clear(),
    answer,
  };
  return drive;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', where.origin);
    const stored = /^\/store\/(.+)$/.exec(url.pathname)?.[1];
    if (stored !== undefined) return giveFromStore(request, response, files.get(stored));
    const id = /^\/drive\/v3\/files\/([^/]+)$/.exec(url.pathname)?.[1] ?? '';
    const kind = url.pathname === '/token' ? 'token' : id === '' ? 'list' : url.searchParams.get('alt') === 'media' ? 'download' : 'folder';
    const driveRequest: DriveRequest = { kind, id, query: url.searchParams };
    drive.requests.push(driveRequest);
    if (kind === 'download') drive.downloads.push(files.get(id)?.name ?? id);
    const trouble = drive.trouble(driveRequest);
    if (trouble) return makeTrouble(trouble, response, files.get(id));
    if (kind === 'token') return giveToken(request, response);
    const refusal = refusalOf(request, url.searchParams);
    if (refusal) return fail(response, ...refusal);
    if (kind === 'list') return list(url.searchParams, response);
    const file = files.get(id);
    if (!file || !isInView(url.searchParams)) return fail(response, 404, 'notFound');
    if (kind === 'folder') return send(response, pick(shown(file), (url.searchParams.get('fields') ?? 'kind,id,name,mimeType').split(',')));
    response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.content.length }).end(file.content);
  }

  function refusalOf(request: IncomingMessage, query: URLSearchParams): [number, string] | undefined {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const key = query.get('key');
    if (bearer === undefined && key === null) return [403, 'forbidden'];
    if (bearer !== undefined && (tokens.get(bearer) ?? 0) <= clock.now().getTime()) return [401, 'authError'];
    if (bearer === undefined && key !== apiKey) return [400, 'badRequest'];
    const isOpen = drive.sharing === 'anyone' || (drive.sharing === 'account' && bearer !== undefined);
    return isOpen ? undefined : [404, 'notFound'];
  }

  /** Only callers that support shared drives see the files of those. */
  function isInView(query: URLSearchParams): boolean {
    return driveId === undefined || query.get('supportsAllDrives') === 'true';
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const isSearched =
      driveId === undefined ||
      (isInView(query) &&
        query.get('includeItemsFromAllDrives') === 'true' &&
        query.get('corpora') === 'drive' &&
        query.get('driveId') === driveId);
    const pageToken = query.get('pageToken');
    const from = pageToken === null ? 0 : pageTokens.get(pageToken);
    if (from === undefined) return fail(response, 400, 'invalid');
    let found: DoubleFile[];
    try {
      found = [...files.values()].filter((file) => isSearched && matches(query.get('q') ?? '', file));
    } catch {
      return fail(response, 400, 'invalid');
    }
    if (query.get('orderBy') === 'name_natural') found.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    const to = from + Math.min(drive.pages.shift() ?? Number.POSITIVE_INFINITY, Number(query.get('pageSize') ?? 100));
    const nextPageToken = to < found.length ? randomUUID() : undefined;
    if (nextPageToken) pageTokens.set(nextPageToken, to);
    const fields = fieldsOf(query.get('fields'), 'kind,id,name,mimeType');
    const page = pick({ kind: 'drive#fileList', nextPageToken, incompleteSearch: drive.incompleteSearch }, fields.top);
    send(response, { ...page, files: found.slice(from, to).map((file) => pick(shown(file), fields.file)) });
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const checks = { algorithms: ['RS256'], issuer: accountKey.client_email, audience: `${where.origin}/token`, currentDate: clock.now() };
    const proof = await jwtVerify(form.get('assertion') ?? '', pair.publicKey, { ...checks, maxTokenAge: '1h' }).catch(() => undefined);
    const isTokenRequest = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    if (!isTokenRequest || proof?.payload['scope'] !== SCOPE) return send(response, { error: 'invalid_grant' }, 400);
    const token = `ya29.${randomUUID()}`;
    tokens.set(token, clock.now().getTime() + drive.tokenSeconds * 1000);
    send(response, { access_token: token, expires_in: drive.tokenSeconds, token_type: 'Bearer' });
  }
}

const shown = ({ content, parent, ...file }: DoubleFile): Record<string, unknown> => ({
  kind: 'drive#file',
  ...file,
  parents: [parent],
  size: file.mimeType === FOLDER ? undefined : String(content.length),
});

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** The content host, where a key or a token would be leaked. */
function giveFromStore({ headers, url = '' }: IncomingMessage, response: ServerResponse, file: DoubleFile | undefined): void {
  if (!file || headers.authorization !== undefined || url.includes('key=')) return fail(response, 400, 'badRequest');
  response.writeHead(200, { 'content-type': file.mimeType }).end(file.content);
}

function fail(response: ServerResponse, code: number, reason: string): void {
  send(
    response,
    { error: { code, message: 'As Google says it.', errors: [{ domain: 'global', reason, message: 'As Google says it.' }] } },
    code,
  );
}

/** Fields for an answer to any request. */
const plausible = { mimeType: FOLDER, trashed: false, files: [], access_token: 'ya29.flood', expires_in: 3600 };

function makeTrouble(trouble: Trouble, response: ServerResponse, file: DoubleFile | undefined): void {
  const [status = '', reason = ''] = trouble.split(' ');
  if (/^3\d\d$/.test(status)) return void response.writeHead(Number(status), { location: reason }).end();
  if (/^\d+$/.test(status)) return fail(response, Number(status), reason);
  if (trouble === 'hang') return;
  if (trouble === 'drop') return void response.destroy();
  if (trouble === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
  if (trouble === 'wrong types') return send(response, { files: [{ id: 7, name: null }] });
  if (trouble === 'flood') return send(response, { ...plausible, padding: 'x'.repeat(6_000_000) });
  if (trouble === 'garbage') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"files": [');
  const content = file?.content ?? Buffer.alloc(0);
  // Sent without a length, as through a proxy, so that only the checksum reveals the change.
  response.writeHead(200, { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' });
  response.end(content.subarray(0, content.length / 2));
}
