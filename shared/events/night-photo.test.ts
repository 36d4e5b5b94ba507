import { expect, test } from 'vitest';
import { photoSet } from './night-photo.ts';

test('a photo made here names its widths up to its own', () => {
  expect(photoSet('/media/gallery/night-7-5f2c9a81d4-900.jpg')).toBe(
    '/media/gallery/night-7-5f2c9a81d4-480.webp 480w, /media/gallery/night-7-5f2c9a81d4-720.webp 720w, /media/gallery/night-7-5f2c9a81d4-900.webp 900w',
  );
});

test.each(['/media/photos/1.webp', '/media/gallery/a.jpg', 'https://elsewhere.example/media/gallery/a-900.jpg', ''])(
  '%j is no photo made here',
  (url) => {
    expect(photoSet(url)).toBeUndefined();
  },
);
