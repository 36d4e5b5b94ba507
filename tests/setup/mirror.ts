import sharp from 'sharp';
import type { Album } from '#shared/gallery/pictures.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import type { Context } from '#server/platform/context.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { startDrive, type DriveDouble, type DriveOptions } from './drive.ts';
import { openTestLog } from './log-lines.ts';

/** Returns a small real picture; every colour makes a different file. */
export const plainPicture = (colour: string, size = 24): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

export type LogLine = Record<string, unknown>;
type Viewer = {
  ctx: Context;
  logged: LogLine[];
  images(album?: Album): Promise<GalleryImageView[]>;
  names(album?: Album): Promise<string[]>;
};

/** Reads the pictures that an app shows to visitors, and its log lines. */
export function viewerOf(app: TestApp): Viewer {
  const { log, lines: logged } = openTestLog();
  const images = async (album: Album = 'gallery') => {
    app.dropCaches();
    return (await app.api().gallery.images({ album })).images;
  };
  const names = async (album?: Album) => (await images(album)).map(({ name }) => name);
  return { ctx: { ...app.ctx, log }, logged, images, names };
}

type MirrorOptions = Omit<DriveOptions, 'clock'>;
type MirrorTest = Viewer & { app: TestApp; clock: TestClock; drive: DriveDouble };

/** Starts an app with its own Google Drive. */
export async function startMirror(options: MirrorOptions = {}): Promise<MirrorTest> {
  const clock = createTestClock();
  const drive = await startDrive({ clock, ...options });
  const app = await startTestApp({ clock, env: drive.env });
  return { app, clock, drive, ...viewerOf(app) };
}
