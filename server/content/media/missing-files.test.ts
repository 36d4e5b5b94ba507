import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import { findMissingFiles, reportMissingFiles } from './missing-files.service.ts';

test('a machine with all files has none to report', async () => {
  const { ctx, url } = await startTestApp({ isFresh: true });
  await createPictureFiles(ctx, 2);
  expect(await findMissingFiles(ctx)).toEqual({ named: 2, missing: [] });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nstorage_files_missing 0\n');
});

test('a picture of which one file is missing, a photo and a sound are counted', async () => {
  const { ctx, url } = await startTestApp({ isFresh: true });
  await createPictureFiles(ctx, 2);
  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const sound = `${'a'.repeat(24)}.mp3`;
  await createEvent(ctx, {
    startsAt,
    photoUrl: '/media/gallery/night-7-1080.jpg',
    lineUps: [{ floor: 1, artistName: 'OBERTON', startsAt, sound }],
  });
  rmSync(join(pictureFolder(ctx.env), 'gallery-2-480.webp'));
  expect(await findMissingFiles(ctx)).toEqual({ named: 4, missing: ['gallery-2', 'night-7-1080.jpg', sound] });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nstorage_files_missing 3\n');
});

test('a second machine with a folder of its own says at its start that files are missing', async () => {
  const first = await startTestApp({ env: { DATA_DIR: createTestFolder() } });
  await createPictureFiles(first.ctx, 2);
  const lines: string[] = [];
  const second = await startTestApp({
    databaseUrl: first.deps.env.databaseUrl ?? '',
    env: { DATA_DIR: createTestFolder() },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  });
  await reportMissingFiles(first.ctx);
  expect(lines).toEqual([]);
  await reportMissingFiles(second.ctx);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    missing: 2,
    named: 2,
    first: 'gallery-1',
    place: second.deps.env.dataDir,
    msg: 'pictures or sounds that the database names have no files here',
  });
});
