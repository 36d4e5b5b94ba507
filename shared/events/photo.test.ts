import { expect, test } from 'vitest';
import { ownPhoto } from './photo.ts';

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
])('%s is none', (url) => {
  expect(ownPhoto(url, SITE)).toBeUndefined();
});
