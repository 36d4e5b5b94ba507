/** The address under which the sound files of acts are served. */
export const SOUNDS_URL = '/media/sounds';

/** About an hour at 128 kbit/s. */
export const SOUND_BYTES_MAX = 60 * 1024 * 1024;

/** What every browser can play. */
export const SOUND_TYPES = 'audio/mpeg,audio/mp4,audio/ogg,.mp3,.m4a,.ogg,.opus';
