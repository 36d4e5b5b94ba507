/** A silent frame of MPEG-1 Layer III: 128 kbit/s, 44.1 kHz, one channel, 26 ms. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const FRAMES_PER_SECOND = 44_100 / 1152;

/** Returns a silent MP3 file. */
export const silence = (seconds: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(seconds * FRAMES_PER_SECOND) }, () => FRAME));
