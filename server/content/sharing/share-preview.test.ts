import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const body = {
  id: 7,
  language: 'en',
  name: 'ნულოვანი',
  nameLat: 'Nulovani',
  startDate: '2026-12-04T23:00:00+04:00',
  endDate: '2026-12-05T07:00:00+04:00',
  eventPhotoUrl: null,
  isCancelled: false,
} as const;

test('the share image of an event that is being typed is drawn for staff, and changes with what is typed', async () => {
  const { ctx, api } = await startTestApp();
  const admin = await createAdmin(ctx);
  const { sharePreview } = api(admin.accessToken);
  const { url } = await sharePreview.draw({ body });
  const [head, data = ''] = url.split(',');
  expect(head).toBe('data:image/png;base64');
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect((await sharePreview.draw({ body: { ...body, nameLat: 'Another' } })).url).not.toBe(url);
  // A name without visible characters must not fail.
  expect((await sharePreview.draw({ body: { ...body, name: '', nameLat: '' } })).url).toContain('data:image/png');
});

test('nobody else has it drawn', async () => {
  const { ctx, api } = await startTestApp();
  const guest = await createUser(ctx);
  await expect(api().sharePreview.draw({ body })).rejects.toMatchObject({ status: 401 });
  await expect(api(guest.accessToken).sharePreview.draw({ body })).rejects.toMatchObject({ status: 403 });
});
