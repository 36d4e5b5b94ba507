import { z } from 'zod';
import type { Serve } from '#server/platform/http/serve.ts';
import type { Upload } from '#server/platform/http/upload-route.ts';
import { contract } from '#shared/api.ts';
import { PHOTO_BYTES_MAX } from '#shared/events/photo.ts';
import { EVENT_PHOTO_PATH, staffEventsContract, StaffEventView } from '#shared/staff/events.contract.ts';
import { wireId, wireInteger } from '#shared/wire.ts';
import { getStaffEvent } from './edit-event.service.ts';
import { removePhoto, takePhoto } from './event-photo.service.ts';
import { changeEventState } from './event-state.service.ts';
import { getFreeDay, getHolders, listWarnings } from './event-warnings.service.ts';
import { getEvent, listEnded, listEvents, listSoon } from './events.service.ts';
import { changeEvent, changeLineUp, copyEvent, createStaffEvent, listStaffEvents, removeEvent } from './staff-events.service.ts';

export function eventsApi(serve: Serve): void {
  serve(contract.events.list, listEvents);
  serve(contract.events.listAll, listEvents);
  serve(contract.events.past, listEnded);
  serve(contract.events.soon, listSoon);
  serve(contract.events.get, (ctx, { id }) => getEvent(ctx, id));
}

/** Staff's calls about events. A photo is sent as a file, outside of `serve`. */
export function staffEventsApi(serve: Serve, upload: Upload): void {
  serve(staffEventsContract.list, listStaffEvents);
  serve(staffEventsContract.get, (ctx, { id }) => getStaffEvent(ctx, id));
  serve(staffEventsContract.create, (ctx, { body }) => createStaffEvent(ctx, body));
  serve(staffEventsContract.update, (ctx, { id, body }) => changeEvent(ctx, id, body));
  serve(staffEventsContract.copy, (ctx, { id, body }) => copyEvent(ctx, id, body));
  serve(staffEventsContract.changeState, (ctx, { id, body }) => changeEventState(ctx, id, body));
  serve(staffEventsContract.changeLineUp, (ctx, { id, body }) => changeLineUp(ctx, id, body));
  serve(staffEventsContract.warnings, listWarnings);
  serve(staffEventsContract.holders, (ctx, { id }) => getHolders(ctx, id));
  serve(staffEventsContract.freeDay, (ctx, { id }) => getFreeDay(ctx, id));
  serve(staffEventsContract.remove, (ctx, { id, version }) => removeEvent(ctx, id, version));
  serve(staffEventsContract.removePhoto, (ctx, { id, version }) => removePhoto(ctx, id, version));
  upload({
    url: EVENT_PHOTO_PATH,
    summary: 'Gives a night a photo; 409 when somebody changed it since `version`',
    bytesMax: PHOTO_BYTES_MAX,
    query: EventPhotoQuery,
    output: StaffEventView,
    errors: ['event_not_found', 'conflict'],
    take: takePhoto,
  });
}

/** The event, and the version of it that was read. */
const EventPhotoQuery = z.object({ night: wireId, version: wireInteger(0, 2_147_483_647) });
