import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { staffContract } from '#shared/staff-api.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_PATH } from '#shared/gallery/uploads.ts';
import { StaffPictureView, UploadQuery } from '#shared/staff/gallery.contract.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { contextFor, requireAdmin, type Context, type Deps } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import type { Serve } from '#server/http/serve.ts';
import { bringPictureBack, changePicture, listPictures, movePicture, removePicture } from './staff-gallery.service.ts';
import { takeUpload } from './uploads.service.ts';

/** What staff does with the pictures of the albums. */
export function staffGalleryApi(serve: Serve, http: FastifyInstance, deps: Deps): void {
  const { staffGallery } = staffContract;
  serve(staffGallery.list, listPictures);
  serve(staffGallery.change, (ctx, { id, body }) => changePicture(ctx, id, body));
  serve(staffGallery.move, (ctx, { id, body }) => movePicture(ctx, id, body.beforeId));
  serve(staffGallery.remove, (ctx, { id }) => removePicture(ctx, id));
  serve(staffGallery.bringBack, (ctx, { id }) => bringPictureBack(ctx, id));
  void http.register(async (scope) => uploadRoute(scope, deps));
}

/** Outside of `serve`: a file comes as it is, and larger than anything else. Who may not send one is told before a byte of it is read. */
function uploadRoute(scope: FastifyInstance, deps: Deps): void {
  const callers = new WeakMap<FastifyRequest, Context>();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.route({
    method: 'POST',
    url: UPLOAD_PATH,
    bodyLimit: UPLOAD_BYTES_MAX,
    config: { invalidStatus: 422 },
    schema: { summary: 'Takes a picture into an album', querystring: UploadQuery, response: { 200: StaffPictureView }, tags: ['staff'] },
    onRequest: async (request) => {
      const bearer = bearerOf(request);
      if (!bearer) throw new AppError('unauthorized');
      const ctx = contextFor(deps);
      const known = { ...ctx, actor: await authenticate(ctx, bearer) };
      requireAdmin(known);
      callers.set(request, known);
    },
    handler: async (request, reply) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const picture = await takeUpload(callers.get(request) ?? contextFor(deps), { ...UploadQuery.parse(request.query), content });
      return reply.header('cache-control', 'no-store').send(picture);
    },
  });
}
