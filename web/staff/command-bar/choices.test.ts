import { expect, test } from 'vitest';
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts';
import { commandsFor } from './choices.ts';

const offered = (role: StaffRole) => commandsFor((right) => rightsOf([role]).includes(right)).map(({ key }) => key);

test('a promoter is added by those who see the promoters and may edit events', () => {
  expect(offered('Owner')).toContain('add_promoter');
  expect(offered('Money')).not.toContain('add_promoter');
  expect(offered('Editor')).not.toContain('add_promoter');
});
