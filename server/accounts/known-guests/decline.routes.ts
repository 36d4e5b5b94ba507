import type { FastifyInstance } from 'fastify';
import { endingRoutes } from '#server/accounts/newsletter/unsubscribe.routes.ts';
import type { Deps } from '#server/platform/context.ts';
import { DECLINE_PATH } from './decline-token.ts';
import { declineInvitation } from './known-guests.service.ts';

/** The link in an invitation with which its reader is forgotten. */
export const declineRoutes = (http: FastifyInstance, deps: Deps): void =>
  endingRoutes(http, deps, { path: DECLINE_PATH, ended: 'declineInvitation', end: declineInvitation });
