import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { currentness, navItems } from './nav-links.tsx';

const sectionsAt = (pathname: string) =>
  navItems.flatMap((item) => {
    const current = currentness(item, pathname);
    return current ? [`${item.key} ${current}`] : [];
  });

test('a list is its section’s own page, an event lies below it [§2.navigation]', () => {
  expect(sectionsAt(paths.events('past'))).toEqual(['nav.events page']);
  expect(sectionsAt(paths.event(7))).toEqual(['nav.events true']);
});

test('addresses are known in any letter case, and not by their beginning alone', () => {
  expect(sectionsAt('/DJS')).toEqual(['nav.djs page']);
  expect(sectionsAt('/Gallery')).toEqual(['nav.gallery page']);
  expect(sectionsAt('/aboutness')).toEqual([]);
  expect(sectionsAt(paths.home)).toEqual([]);
});
