import { expect, test } from 'vitest';
import { show } from '#tests/setup/show.tsx';
import { Checkbox } from './fields.tsx';

test('the hint of a tick box stands below its label and describes the box', () => {
  const html = show(<Checkbox id="hidden" label="Sold with a code only" hint="Nobody sees it without one." />);
  expect(html).toContain('aria-describedby="hidden-hint"');
  expect(html).toMatch(/Sold with a code only.*<p id="hidden-hint"[^>]*>Nobody sees it/);
});
