import type { Serve } from '#server/platform/http/serve.ts';
import type { Upload } from '#server/platform/http/upload-route.ts';
import { galleryContract } from '#shared/gallery/gallery.contract.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_PATH } from '#shared/gallery/uploads.ts';
import { staffContract } from '#shared/staff-api.ts';
import { StaffPictureView, UploadQuery } from '#shared/staff/gallery.contract.ts';
import { bringPictureBack, changePicture, listImages, listPictures, movePicture, removePicture, takeUpload } from './gallery.service.ts';

export function galleryApi(serve: Serve): void {
  serve(galleryContract.images, listImages);
}

/** Staff's calls about the pictures of the albums. */
export function staffGalleryApi(serve: Serve, upload: Upload): void {
  const { staffGallery } = staffContract;
  serve(staffGallery.list, listPictures);
  serve(staffGallery.change, (ctx, { id, body }) => changePicture(ctx, id, body));
  serve(staffGallery.move, (ctx, { id, body }) => movePicture(ctx, id, body.beforeId));
  serve(staffGallery.remove, (ctx, { id }) => removePicture(ctx, id));
  serve(staffGallery.bringBack, (ctx, { id }) => bringPictureBack(ctx, id));
  upload({
    url: UPLOAD_PATH,
    summary: 'Takes a picture into an album',
    bytesMax: UPLOAD_BYTES_MAX,
    query: UploadQuery,
    output: StaffPictureView,
    take: (ctx, query, content) => takeUpload(ctx, { ...query, content }),
  });
}
