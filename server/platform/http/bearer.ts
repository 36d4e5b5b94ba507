import type { FastifyRequest } from 'fastify';

/** The access token that a request carries, whatever it is worth. */
export const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
