import { PHOTO_BYTES_MAX } from '#shared/events/night-photo.ts';
import { NIGHT_PHOTO_PATH } from '#shared/staff/photo-upload.ts';
import { NightPhotoQuery } from '#shared/staff/night-photo.ts';
import { staffNightsContract, StaffNightView } from '#shared/staff/nights.contract.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import type { Upload } from '#server/platform/http/upload-route.ts';
import { changeNight, copyNight, createNight, listStaffNights, removeNight } from './staff-nights.service.ts';
import { getNight } from './edit-night.service.ts';
import { removePhoto, takePhoto } from './night-photo.service.ts';
import { changeNightState } from './night-state.service.ts';
import { getFreeDay, getHolders, listWarnings } from './night-warnings.service.ts';
import { changeLineUp } from './staff-line-up.service.ts';

/** What staff does with nights. A photo comes as a file, outside of `serve`. */
export function staffNightsApi(serve: Serve, upload: Upload): void {
  serve(staffNightsContract.list, listStaffNights);
  serve(staffNightsContract.get, (ctx, { id }) => getNight(ctx, id));
  serve(staffNightsContract.create, (ctx, { body }) => createNight(ctx, body));
  serve(staffNightsContract.update, (ctx, { id, body }) => changeNight(ctx, id, body));
  serve(staffNightsContract.copy, (ctx, { id, body }) => copyNight(ctx, id, body));
  serve(staffNightsContract.changeState, (ctx, { id, body }) => changeNightState(ctx, id, body));
  serve(staffNightsContract.changeLineUp, (ctx, { id, body }) => changeLineUp(ctx, id, body));
  serve(staffNightsContract.warnings, listWarnings);
  serve(staffNightsContract.holders, (ctx, { id }) => getHolders(ctx, id));
  serve(staffNightsContract.freeDay, (ctx, { id }) => getFreeDay(ctx, id));
  serve(staffNightsContract.remove, (ctx, { id, version }) => removeNight(ctx, id, version));
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
