import { writeFile } from 'node:fs/promises';
import QRCode from 'qrcode';

const WIDTH = 640;
const HEIGHT = 480;
const MODULE = 8;
const WHITE = 235;
const BLACK = 16;
const NEUTRAL = 128;
const FRAMES = 10;

/** Writes a Y4M film of a QR code held still before the camera; Chromium plays it as its webcam. */
export async function filmQrCode(text: string, file: string): Promise<void> {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const left = Math.floor((WIDTH - modules.size * MODULE) / 2);
  const top = Math.floor((HEIGHT - modules.size * MODULE) / 2);
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (let row = 0; row < modules.size * MODULE; row += 1)
    for (let column = 0; column < modules.size * MODULE; column += 1) {
      const isDark = modules.get(Math.floor(row / MODULE), Math.floor(column / MODULE)) === 1;
      if (isDark) luma[(top + row) * WIDTH + left + column] = BLACK;
    }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, NEUTRAL);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]));
}

/** Returns Chromium's switches that use such a film as the camera and grant the permission. */
export const cameraArgs = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];
