import type { FastifyInstance } from 'fastify';
import { createCountryList } from '#server/content/countries/countries.service.ts';
import { createPageViewCounter } from '#server/content/page-views/page-views.service.ts';
import { previewShareImage } from '#server/content/sharing/share-image.service.ts';
import { listTexts, listVersions, saveTexts } from '#server/content/site-texts/site-texts.service.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { requireOwnPage } from '#server/platform/http/request-facts.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { countriesContract } from '#shared/countries/countries.contract.ts';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import { staffContract } from '#shared/staff-api.ts';
import { sharePreviewContract } from '#shared/staff/events.contract.ts';

/** Uses the format of the public countries-and-codes service, so that registering does not depend on another server. */
export function countriesApi(serve: Serve): void {
  serve(countriesContract.codes, createCountryList());
}

/** A view that is not counted is answered like the others: a refusal would only show in the visitor's console. */
export function pageViewsApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const counter = createPageViewCounter(contextFor(deps));
  http.addHook('onClose', () => counter.flush());
  serve(pageViewsContract.add, (ctx, { body }, { request }) => {
    requireOwnPage(ctx, request);
    counter.count(body, { address: request.ip, userAgent: request.headers['user-agent'] });
    return {};
  });
}

export function sharePreviewApi(serve: Serve): void {
  serve(sharePreviewContract.draw, async (ctx, { body: { language, ...event } }) => ({
    url: await previewShareImage(ctx, language, event),
  }));
}

/** The texts of the site that staff edit. */
export function siteTextsApi(serve: Serve): void {
  const { siteTexts } = staffContract;
  serve(siteTexts.list, listTexts);
  serve(siteTexts.save, (ctx, { body }) => saveTexts(ctx, body));
  serve(siteTexts.versions, listVersions);
}
