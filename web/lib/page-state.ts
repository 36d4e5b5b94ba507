import { ApiError, type ErrorBody } from '#shared/errors.ts';
import type { PostedForm, Site } from '#shared/rendering.ts';
import { statusOf } from './shown-screen.ts';

/** What the server's page tells the browser so that it can take over: read from `<script type="application/json" id="state">`. */
export type PageState = {
  loaderData: Record<string, unknown>;
  errors: Record<string, { status: number; body: Partial<ErrorBody> }> | null;
  /** What came of a form, if the page is the answer to one. */
  posted?: PostedForm | undefined;
  now: string;
  site: Site;
  wordsVersion: string;
};

/** Failures as data. Of one nobody expected, only that it happened is told. */
export function writeErrors(errors: Record<string, unknown> | null): PageState['errors'] {
  if (!errors) return null;
  const written = (error: unknown) => ({ status: statusOf(error), body: error instanceof ApiError ? error.body : {} });
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, written(error)]));
}

export function readErrors(errors: PageState['errors']): Record<string, ApiError> | null {
  if (!errors) return null;
  return Object.fromEntries(Object.entries(errors).map(([id, { status, body }]) => [id, new ApiError(status, body)]));
}

/** The server wrote it as `PageState` (entry-server.tsx). */
export const readState = (page = document): PageState => JSON.parse(page.querySelector('#state')?.textContent ?? '') as PageState;
