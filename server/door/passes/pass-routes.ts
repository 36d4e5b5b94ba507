import type { FastifyReply } from 'fastify';
import { takeScans } from '#server/door/scans/pass-scans.service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Exchange } from '#server/platform/http/serve.ts';
import type { ScanReceipt, ScanUpload } from '#shared/door/pass-scan.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { type CallingPass, passOf } from './pass-calls.ts';
import { leavePass } from './passes.service.ts';

/** Runs a call of a phone with its pass. */
export const withPass = <T>(ctx: Context, { request }: Exchange, work: (pass: CallingPass) => Promise<T>): Promise<T> =>
  work(passOf(ctx, request));

/** Takes an upload. A phone whose pass has ended forgets everything once it has nothing more to send, so no scan is lost with it. */
export async function upload(ctx: Context, { request, reply }: Exchange, body: ScanUpload): Promise<ScanReceipt> {
  const pass = passOf(ctx, request);
  const isDone = pass.endedAt !== null && body.report?.unsent === 0;
  try {
    const receipt = await takeScans(ctx, pass, body);
    if (isDone) forgetEverything(reply);
    return receipt;
  } catch (error) {
    if (isDone && error instanceof AppError && error.code === 'pass_ended') forgetEverything(reply);
    throw error;
  }
}

/** Gives a pass back; one that has ended already makes its phone forget everything. */
export function leave(ctx: Context, { request, reply }: Exchange): Promise<Record<string, never>> {
  const pass = passOf(ctx, request);
  if (pass.endedAt) forgetEverything(reply);
  return leavePass(ctx, pass);
}

/** The browser deletes what this site has stored. */
const forgetEverything = (reply: FastifyReply) => reply.header('clear-site-data', '"cache", "storage"');
