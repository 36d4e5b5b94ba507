import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DOOR_PATH } from '#shared/door/passes.ts';
import { dataHeaders } from './security-headers.ts';

const dist = new URL('../../../dist/', import.meta.url);

/** Styles and fonts run nothing. A script may be that of a worker, which takes its policy from its own answer. */
const DATA = /\.(css|woff2)(\.(br|gz))?$/;

/** Browsers keep these files for a year (`public, max-age=31536000, immutable`): their names change with their content. */
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
 * Sends the files of the built site and of the door's document. Their routes are our own, because the plugin's read the whole folder at each
 * request to compare the name's letter case.
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
