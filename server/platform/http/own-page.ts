import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * For what a stranger's page must not send in a visitor's name: browsers say where a call comes from; old ones and other programs say
 * nothing, and pass. @throws forbidden
 */
export function requireOwnPage({ env }: Pick<Context, 'env'>, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (host !== new URL(env.publicUrl).host && host !== request.host) throw new AppError('forbidden');
}
