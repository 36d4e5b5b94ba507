import { z } from 'zod';
import type { Serve } from '#server/platform/http/serve.ts';
import type { Upload } from '#server/platform/http/upload-route.ts';
import { contract } from '#shared/api.ts';
import { PHOTO_BYTES_MAX } from '#shared/events/photo.ts';
import { NIGHT_PHOTO_PATH, staffNightsContract, StaffNightView } from '#shared/staff/nights.contract.ts';
import { wireId, wireInteger } from '#shared/wire.ts';
import { getStaffEvent } from './edit-event.service.ts';
import { removePhoto, takePhoto } from './event-photo.service.ts';
import { changeEventState } from './event-state.service.ts';
import { getFreeDay, getHolders, listWarnings } from './event-warnings.service.ts';
import { getEvent, listEnded, listEvents, listSoon } from './events.service.ts';
import { changeEvent, copyEvent, createStaffEvent, listStaffEvents, removeEvent } from './staff-events.service.ts';
import { changeLineUp } from './staff-line-up.service.ts';

export function eventsApi(serve: Serve): void {
  serve(contract.events.list, listEvents);
  serve(contract.events.listAll, listEvents);
  serve(contract.events.past, listEnded);
  serve(contract.events.soon, listSoon);
  serve(contract.events.get, (ctx, { id }) => getEvent(ctx, id));
}

/** What staff does with nights. A photo comes as a file, outside of `serve`. */
export function staffEventsApi(serve: Serve, upload: Upload): void {
  serve(staffNightsContract.list, listStaffEvents);
  serve(staffNightsContract.get, (ctx, { id }) => getStaffEvent(ctx, id));
  serve(staffNightsContract.create, (ctx, { body }) => createStaffEvent(ctx, body));
  serve(staffNightsContract.update, (ctx, { id, body }) => changeEvent(ctx, id, body));
  serve(staffNightsContract.copy, (ctx, { id, body }) => copyEvent(ctx, id, body));
  serve(staffNightsContract.changeState, (ctx, { id, body }) => changeEventState(ctx, id, body));
  serve(staffNightsContract.changeLineUp, (ctx, { id, body }) => changeLineUp(ctx, id, body));
  serve(staffNightsContract.warnings, listWarnings);
  serve(staffNightsContract.holders, (ctx, { id }) => getHolders(ctx, id));
  serve(staffNightsContract.freeDay, (ctx, { id }) => getFreeDay(ctx, id));
  serve(staffNightsContract.remove, (ctx, { id, version }) => removeEvent(ctx, id, version));
  serve(staffNightsContract.removePhoto, (ctx, { id, version }) => removePhoto(ctx, id, version));
  upload({
    url: NIGHT_PHOTO_PATH,
    summary: 'Gives a night a photo; 409 when somebody changed it since `version`',
    bytesMax: PHOTO_BYTES_MAX,
    query: NightPhotoQuery,
    output: StaffNightView,
    errors: ['event_not_found', 'conflict'],
    take: takePhoto,
  });
}

/** Which night, and which version of it was read. */
const NightPhotoQuery = z.object({ night: wireId, version: wireInteger(0, 2_147_483_647) });
