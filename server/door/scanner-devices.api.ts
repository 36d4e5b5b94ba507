import type { FastifyInstance } from 'fastify';
import { watchOfflineManifests } from '#server/door/offline-manifest/offline-manifest-watch.ts';
import { readChanges, readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import { acceptScans } from '#server/door/scans/device-scans.service.ts';
import { lookAtNumber } from '#server/door/search/look.service.ts';
import { searchGuests } from '#server/door/search/search.service.ts';
import type { Deps } from '#server/platform/context.ts';
import type { Route } from '#server/platform/http/route.ts';
import { scannerDeviceContract } from '#shared/door/scanner-device.contract.ts';
import { staffScannerDevicesContract } from '#shared/staff/scanner-devices.contract.ts';
import { scannerDeviceOf } from '#server/door/scanner-devices/device-calls.ts';
import {
  createScannerDevice,
  leaveScannerDevice,
  listScannerDevices,
  pairPhone,
  readOwnScannerDevice,
  renewCode,
  revokeScannerDevice,
  setRights,
} from '#server/door/scanner-devices/scanner-devices.service.ts';

export function scannerDevicesApi(route: Route): void {
  route(staffScannerDevicesContract.list, (ctx, { eventId }) => listScannerDevices(ctx, eventId));
  route(staffScannerDevicesContract.create, (ctx, { body }) => createScannerDevice(ctx, body));
  route(staffScannerDevicesContract.renew, (ctx, { id }) => renewCode(ctx, id));
  route(staffScannerDevicesContract.setRights, (ctx, { id, body }) => setRights(ctx, id, body));
  route(staffScannerDevicesContract.revoke, (ctx, { id }) => revokeScannerDevice(ctx, id));
  route(scannerDeviceContract.pair, (ctx, { body }) => pairPhone(ctx, body));
  route(scannerDeviceContract.time, (ctx, _input, { request }) => readOwnScannerDevice(ctx, scannerDeviceOf(ctx, request)));
  route(scannerDeviceContract.search, (ctx, { body }, { request }) => searchGuests(ctx, scannerDeviceOf(ctx, request), body.name));
  route(scannerDeviceContract.look, (ctx, { body }, { request }) => lookAtNumber(ctx, scannerDeviceOf(ctx, request), body));
  route(scannerDeviceContract.scans, (ctx, { body }, { request }) => acceptScans(ctx, scannerDeviceOf(ctx, request), body));
  route(scannerDeviceContract.leave, (ctx, _input, { request, reply }) => {
    const scannerDevice = scannerDeviceOf(ctx, request);
    // On this header the phone deletes what this site has stored. It calls this when everything is uploaded.
    if (scannerDevice.endedAt) reply.header('clear-site-data', '"cache", "storage"');
    return leaveScannerDevice(ctx, scannerDevice);
  });
}

/** What a phone needs to decide without a network, once or live. */
export function offlineManifestApi(route: Route, http: FastifyInstance, deps: Deps): void {
  const watch = watchOfflineManifests(deps);
  // Streams are ended when the server stops, so that they do not delay it.
  http.addHook('preClose', (done) => {
    watch.close();
    done();
  });
  route(scannerDeviceContract.offlineManifest, (ctx, _input, { request }) => readOfflineManifest(ctx, scannerDeviceOf(ctx, request)));
  route(scannerDeviceContract.changes, (ctx, { since }, { request }) => readChanges(ctx, scannerDeviceOf(ctx, request), since));
  route(scannerDeviceContract.changesStream, async (ctx, { since }, { request, reply }) => {
    const stream = await watch.open(scannerDeviceOf(ctx, request), since);
    // The second header tells a proxy not to buffer.
    reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
    return stream;
  });
}
