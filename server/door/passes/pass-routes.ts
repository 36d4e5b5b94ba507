import type { Context } from '#server/platform/context.ts';
import type { Exchange } from '#server/platform/http/serve.ts';
import { type CallingPass, passOf } from './pass-calls.ts';
import { leavePass } from './passes.service.ts';

/** Runs a call of a phone with its pass. */
export const withPass = <T>(ctx: Context, { request }: Exchange, work: (pass: CallingPass) => Promise<T>): Promise<T> =>
  work(passOf(ctx, request));

/**
 * Gives a pass back. The browser of a phone whose pass had ended already deletes what this site has stored; phones call this when they have
 * nothing left to send.
 */
export function leave(ctx: Context, { request, reply }: Exchange): Promise<Record<string, never>> {
  const pass = passOf(ctx, request);
  if (pass.endedAt) reply.header('clear-site-data', '"cache", "storage"');
  return leavePass(ctx, pass);
}
