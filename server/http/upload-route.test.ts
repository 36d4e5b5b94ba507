import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('a file for an event whose id no column could hold is for an unknown event', async () => {
  const { ctx, url } = await startTestApp();
  const { accessToken } = await createAdmin(ctx);
  const body = new Uint8Array(
    await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  for (const id of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answer = await fetch(`${url}/api/staff/night-photos?night=${id}&version=0`, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'event_not_found']);
  }
});
