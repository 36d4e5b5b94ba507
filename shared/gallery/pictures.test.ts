import { expect, test } from 'vitest';
import { ownPhoto, photoSet } from './pictures.ts';

const SITE = 'https://rkali.example';

test.each([
  ['/media/photos/1.webp', '/media/photos/1.webp'],
  ['/media/photos/1.webp?v=2', '/media/photos/1.webp?v=2'],
  ['https://rkali.example/media/photos/1.webp', '/media/photos/1.webp'],
])('%s is a photo of our own', (url, path) => {
  expect(ownPhoto(url, SITE)).toBe(path);
  expect(ownPhoto('/media/photos/1.webp', '')).toBe('/media/photos/1.webp');
});

test.each([
  null,
  '',
  'https://elsewhere.example/1.webp',
  'http://rkali.example/1.webp',
  '//elsewhere.example/1.webp',
  '/\\elsewhere.example/1.webp',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'https://',
])('%s is not one', (url) => {
  expect(ownPhoto(url, SITE)).toBeUndefined();
});

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
