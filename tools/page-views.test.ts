import { expect, test } from 'vitest';
import { viewsTable } from './page-views.ts';

test('pages stand in the order of their views, days added up, languages side by side', () => {
  const rows = [
    { path: '/about', language: 'en', views: 3 },
    { path: '/Events/7', language: 'ka', views: 1200 },
    { path: '/Events/7', language: 'ka', views: 34 },
    { path: '/Events/7', language: 'en', views: 5 },
  ] as const;
  expect(viewsTable([...rows], '2026-11-14')).toBe(
    [
      'Page views since 2026-11-14',
      'page       en    ka   all',
      '/Events/7   5  1234  1239',
      '/about      3     0     3',
      'all pages   8  1234  1242',
    ].join('\n'),
  );
});

test('without views it says so', () => {
  expect(viewsTable([], '2026-11-14')).toBe('No page was looked at since 2026-11-14.');
});
