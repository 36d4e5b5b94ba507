import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/platform/context.ts';
import { checkCharacters } from '#server/platform/http/characters.ts';
import { bankApi } from './bank-api.routes.ts';
import { startTicking } from './callbacks.ts';
import { payPages } from './pay-page.routes.ts';

/** A bank of its own, here only for convenience: its own tables and pages, and it speaks with the club only over HTTP. */
export async function fakeBank(http: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  http.addHook('preValidation', async (request) => checkCharacters([request.params, request.query]));
  bankApi(http, deps);
  payPages(http, deps);
  // Before the server closes: a callback under way still has to be taken in, by this very server.
  http.addHook('preClose', startTicking(deps));
}
