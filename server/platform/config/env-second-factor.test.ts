import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', MAIL: 'files', PAYMENTS: 'fake' };
const rolesOf = (source: Record<string, string>) => readEnv(source).secondFactor.roles;

test('in production those who move money or see guests must have a second factor, after a week', () => {
  expect(readEnv(production).secondFactor).toEqual({ roles: ['Owner', 'Manager', 'Desk', 'Money'], graceDays: 7 });
});

test('elsewhere nobody must, and in a demo nobody can be made to', () => {
  expect(rolesOf({})).toEqual([]);
  expect(rolesOf({ NODE_ENV: 'test', DEMO: '0' })).toEqual([]);
  expect(rolesOf({ SECOND_FACTOR_ROLES: 'Owner' })).toEqual([]);
  expect(rolesOf({ ...production, DEMO: 'public' })).toEqual([]);
});

test('the operator names other roles, none, and other days', () => {
  expect(rolesOf({ ...production, SECOND_FACTOR_ROLES: 'owner, DOORLEAD' })).toEqual(['Owner', 'DoorLead']);
  expect(rolesOf({ ...production, SECOND_FACTOR_ROLES: 'none' })).toEqual([]);
  expect(rolesOf({ NODE_ENV: 'test', DEMO: '0', SECOND_FACTOR_ROLES: 'Editor' })).toEqual(['Editor']);
  expect(readEnv({ SECOND_FACTOR_GRACE_DAYS: '0' }).secondFactor.graceDays).toBe(0);
});

test.each([
  [{ SECOND_FACTOR_ROLES: 'Owner,Boss' }, /^SECOND_FACTOR_ROLES must be none, or names of roles with commas between: Owner, Manager/],
  [{ SECOND_FACTOR_ROLES: 'Owner,' }, /^SECOND_FACTOR_ROLES must be/],
  [{ SECOND_FACTOR_GRACE_DAYS: '-1' }, /^SECOND_FACTOR_GRACE_DAYS must be a whole number of days, 0 or more\.$/],
  [{ SECOND_FACTOR_GRACE_DAYS: '1.5' }, /^SECOND_FACTOR_GRACE_DAYS must be/],
])('%o stops the start with one line', (source, line) => {
  expect(() => readEnv(source)).toThrow(line);
});
