import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lookAttributes } from '#server/platform/club-look.ts';
import type { Deps } from '#server/platform/context.ts';
import { html } from '#server/platform/mail/layout.ts';
import type { Language } from '#shared/constants.ts';
import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import { cachedResponse, sendCached } from './cached-response.ts';
import { languageOf } from './request-facts.ts';
import { doorSecurityPolicy, securityHeaders, transportHeaders } from './security-headers.ts';

/** `document`: the page; `worker`: its service worker, missing in development. */
export type DoorFiles = { document(): Promise<string>; worker: string | undefined };

type DoorPage = { files: DoorFiles; deps: Pick<Deps, 'env' | 'venue'>; isDev: boolean };

const LANGUAGE_HOLE = '<html lang="en">';
const CLUB_HOLE = '<!--club-->';

/**
 * Serves the page of scanner devices: a separate document, the same for everyone. The one-time secret is in the fragment, which is never
 * sent.
 */
export function registerDoorPage(http: FastifyInstance, { files, deps, isDev }: DoorPage): void {
  const headers = { ...securityHeaders, ...transportHeaders(deps.env), 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' };

  const send = (request: FastifyRequest, reply: FastifyReply, more: Record<string, string>, content: string) =>
    sendCached(request, reply, cachedResponse(200, { ...headers, ...more }, content));

  const documentIn = async (language: Language): Promise<string> => {
    const venue = deps.venue();
    return (await files.document())
      .replace(LANGUAGE_HOLE, () => `<html lang="${language}" data-time-zone="${venue.timeZone}"${lookAttributes(venue)}>`)
      .replace(CLUB_HOLE, () => html`${language === 'ka' ? venue.nameKa : venue.name}`.markup);
  };

  http.get(DOOR_PATH, async (request, reply) => {
    const language = languageOf(request.raw);
    const own = {
      'content-type': 'text/html; charset=utf-8',
      ...(!isDev && { 'content-security-policy': doorSecurityPolicy }),
      'referrer-policy': 'no-referrer',
      'content-language': language,
      vary: 'cookie',
    };
    return send(request, reply, own, await documentIn(language));
  });

  const { worker } = files;
  if (worker === undefined) return;
  // By default a service worker may only control addresses below its own folder.
  const own = { 'content-type': 'text/javascript; charset=utf-8', 'service-worker-allowed': DOOR_PATH };
  http.get(`${DOOR_PATH}/worker.js`, async (request, reply) => send(request, reply, own, worker));
}
