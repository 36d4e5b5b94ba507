import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import { dataHeaders } from './security-headers.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** Styles and fonts run nothing. A script may belong to a worker, which takes its policy from its own answer. */
const DATA = /\.(css|woff2)(\.(br|gz))?$/;

/** Browsers cache these files for a year: their names change with their content. */
const FOREVER: FastifyStaticOptions = {
  root: '',
  index: false,
  preCompressed: true,
  immutable: true,
  maxAge: '1y',
  setHeaders: (reply, path) => {
    if (DATA.test(path)) reply.header('content-security-policy', dataHeaders['content-security-policy']);
  },
};

/**
 * Serves the files of the built site and of the door page. The plugin's own routes would read the whole folder at each request, to compare
 * the letter case of the name.
 */
export async function serveStaticFiles(http: FastifyInstance): Promise<void> {
  const folder = (path: string) => fileURLToPath(new URL(path, dist));
  await http.register(fastifyStatic, { ...FOREVER, root: folder('client'), serve: false });
  const serve = (url: string, root: string) =>
    http.get<{ Params: { '*': string } }>(`${url}/*`, ({ params }, reply) => reply.sendFile(params['*'], root));
  serve('/assets', folder('client/assets'));
  serve(`${DOOR_PATH}/files`, folder('door/files'));
  http.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', { maxAge: '1d', immutable: false }));
}
