import { staffNightsContract } from '#shared/staff/nights.contract.ts';
import type { Serve } from '#server/http/serve.ts';
import { changeLineUp } from './staff-line-up.service.ts';
import { changeNight, changeNightState, copyNight, createNight, getNight, listStaffNights } from './staff-nights.service.ts';

export function staffNightsApi(serve: Serve): void {
  serve(staffNightsContract.list, listStaffNights);
  serve(staffNightsContract.get, (ctx, { id }) => getNight(ctx, id));
  serve(staffNightsContract.create, (ctx, { body }) => createNight(ctx, body));
  serve(staffNightsContract.update, (ctx, { id, body }) => changeNight(ctx, id, body));
  serve(staffNightsContract.copy, (ctx, { id, body }) => copyNight(ctx, id, body.day));
  serve(staffNightsContract.changeState, (ctx, { id, body }) => changeNightState(ctx, id, body));
  serve(staffNightsContract.changeLineUp, (ctx, { id, body }) => changeLineUp(ctx, id, body));
}
