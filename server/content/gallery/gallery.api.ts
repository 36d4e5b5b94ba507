import { galleryContract } from '#shared/gallery/gallery.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { listImages } from './gallery.service.ts';

export function galleryApi(serve: Serve): void {
  serve(galleryContract.images, listImages);
}
