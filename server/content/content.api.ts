import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createCountryList } from '#server/content/countries/countries.service.ts';
import { copyEvents, listCopyWarnings, undoCopies } from '#server/content/events/copy-event.service.ts';
import { getStaffEvent } from '#server/content/events/edit-event.service.ts';
import { removeSound, acceptSound } from '#server/content/events/act-sound.service.ts';
import { removePhoto, acceptPhoto } from '#server/content/events/event-photo.service.ts';
import { changeEventState } from '#server/content/events/event-state.service.ts';
import { getHolders, listWarnings } from '#server/content/events/event-warnings.service.ts';
import { getEvent, listEnded, listEvents, listSoon } from '#server/content/events/events.service.ts';
import { cancelPublication, planPublication } from '#server/content/events/publish-plans.service.ts';
import { listFreeDays } from '#server/content/events/free-days.service.ts';
import { changeEvent, changeLineUp, createStaffEvent, listStaffEvents, removeEvent } from '#server/content/events/staff-events.service.ts';
import { undoMove } from '#server/content/events/undo-move.service.ts';
import { usualEvent } from '#server/content/events/usual-event.ts';
import {
  bringPictureBack,
  changePicture,
  listImages,
  listPictures,
  movePicture,
  removePicture,
  acceptUpload,
} from '#server/content/gallery/gallery.service.ts';
import { createPageViewCounter } from '#server/content/page-views/page-views.service.ts';
import { previewShareImage } from '#server/content/sharing/share-image.service.ts';
import { listTexts, listVersions, saveTexts } from '#server/content/site-texts/site-texts.service.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { requireOwnPage } from '#server/platform/http/request-facts.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Upload } from '#server/platform/http/upload-route.ts';
import { contract } from '#shared/api.ts';
import { countriesContract } from '#shared/countries/countries.contract.ts';
import { PHOTO_BYTES_MAX } from '#shared/gallery/pictures.ts';
import { SOUND_BYTES_MAX } from '#shared/media/sounds.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_PATH } from '#shared/staff/gallery.schemas.ts';
import { galleryContract } from '#shared/gallery/gallery.contract.ts';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import { staffContract } from '#shared/staff-api.ts';
import { ACT_SOUND_PATH, EVENT_PHOTO_PATH } from '#shared/staff/event-uploads.ts';
import { sharePreviewContract, staffEventsContract, StaffEventView } from '#shared/staff/events.contract.ts';
import { StaffPictureView, UploadQuery } from '#shared/staff/gallery.contract.ts';
import { wireId, wireInteger } from '#shared/wire.ts';

export function eventsApi(route: Route): void {
  route(contract.events.list, listEvents);
  route(contract.events.listAll, listEvents);
  route(contract.events.past, listEnded);
  route(contract.events.soon, listSoon);
  route(contract.events.get, (ctx, { id }) => getEvent(ctx, id));
}

/** Staff's calls about events. Photos and sounds are uploaded as files, outside of `route`. */
export function staffEventsApi(route: Route, upload: Upload): void {
  route(staffEventsContract.list, listStaffEvents);
  route(staffEventsContract.get, (ctx, { id }) => getStaffEvent(ctx, id));
  route(staffEventsContract.usual, usualEvent);
  route(staffEventsContract.create, (ctx, { body }) => createStaffEvent(ctx, body));
  route(staffEventsContract.update, (ctx, { id, body }) => changeEvent(ctx, id, body));
  route(staffEventsContract.copy, (ctx, { id, body }) => copyEvents(ctx, id, body));
  route(staffEventsContract.changeState, (ctx, { id, body }) => changeEventState(ctx, id, body));
  route(staffEventsContract.changeLineUp, (ctx, { id, body }) => changeLineUp(ctx, id, body));
  route(staffEventsContract.undoMove, (ctx, { id, body }) => undoMove(ctx, id, body.version));
  route(staffEventsContract.planPublication, (ctx, { id, body }) => planPublication(ctx, id, body));
  route(staffEventsContract.cancelPublication, (ctx, { id, version }) => cancelPublication(ctx, id, version));
  route(staffEventsContract.warnings, listWarnings);
  route(staffEventsContract.holders, (ctx, { id }) => getHolders(ctx, id));
  route(staffEventsContract.freeDays, listFreeDays);
  route(staffEventsContract.copyWarnings, listCopyWarnings);
  route(staffEventsContract.undoCopies, (ctx, { body }) => undoCopies(ctx, body));
  route(staffEventsContract.remove, (ctx, { id, version }) => removeEvent(ctx, id, version));
  route(staffEventsContract.removePhoto, (ctx, { id, version }) => removePhoto(ctx, id, version));
  route(staffEventsContract.removeSound, (ctx, { id, act, version }) => removeSound(ctx, id, act, version));
  upload({
    url: ACT_SOUND_PATH,
    summary: 'Gives an act of a night a sound that can be played; 409 when somebody changed the night since `version`',
    right: 'events.edit',
    bytesMax: SOUND_BYTES_MAX,
    query: ActSoundQuery,
    output: StaffEventView,
    errors: ['event_not_found', 'conflict'],
    take: acceptSound,
  });
  upload({
    url: EVENT_PHOTO_PATH,
    summary: 'Gives a night a photo; 409 when somebody changed it since `version`',
    right: 'events.edit',
    bytesMax: PHOTO_BYTES_MAX,
    query: EventPhotoQuery,
    output: StaffEventView,
    errors: ['event_not_found', 'conflict'],
    take: acceptPhoto,
  });
}

/** The event, and the version of it that was read. */
const EventPhotoQuery = z.object({ night: wireId, version: wireInteger(0, 2_147_483_647) });

/** The event, its act, and the version of the event that was read. */
const ActSoundQuery = EventPhotoQuery.extend({ act: wireId });

/** Answers in the format of the public countries-and-codes service, so that registering does not depend on another server. */
export function countriesApi(route: Route): void {
  route(countriesContract.codes, createCountryList());
}

/** A view that is not counted gets the same answer, because an error would only appear in the visitor's console. */
export function pageViewsApi(route: Route, http: FastifyInstance, deps: Deps): void {
  const counter = createPageViewCounter(contextFor(deps));
  http.addHook('onClose', () => counter.flush());
  route(pageViewsContract.add, (ctx, { body }, { request }) => {
    requireOwnPage(ctx, request);
    counter.count(body, { address: request.ip, userAgent: request.headers['user-agent'] });
    return {};
  });
}

export function sharePreviewApi(route: Route): void {
  route(sharePreviewContract.draw, async (ctx, { body: { language, ...event } }) => ({
    url: await previewShareImage(ctx, language, { ...event, cover: 'sold-out' }),
  }));
}

/** The site texts that staff edit. */
export function siteTextsApi(route: Route): void {
  const { siteTexts } = staffContract;
  route(siteTexts.list, listTexts);
  route(siteTexts.save, (ctx, { body }) => saveTexts(ctx, body));
  route(siteTexts.versions, listVersions);
}

export function galleryApi(route: Route): void {
  route(galleryContract.images, listImages);
}

/** Staff's calls about the pictures of the albums. */
export function staffGalleryApi(route: Route, upload: Upload): void {
  const { staffGallery } = staffContract;
  route(staffGallery.list, listPictures);
  route(staffGallery.change, (ctx, { id, body }) => changePicture(ctx, id, body));
  route(staffGallery.move, (ctx, { id, body }) => movePicture(ctx, id, body.beforeId));
  route(staffGallery.remove, (ctx, { id }) => removePicture(ctx, id));
  route(staffGallery.bringBack, (ctx, { id }) => bringPictureBack(ctx, id));
  upload({
    url: UPLOAD_PATH,
    summary: 'Takes a picture into an album',
    right: 'content.edit',
    bytesMax: UPLOAD_BYTES_MAX,
    query: UploadQuery,
    output: StaffPictureView,
    take: (ctx, query, content) => acceptUpload(ctx, { ...query, content }),
  });
}
