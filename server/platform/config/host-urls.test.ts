import { expect, test } from 'vitest';
import { hostUrls } from './host-urls.ts';

test('an address of several hosts has the address of each, with its own port', () => {
  expect(hostUrls('postgres://app:p%40ss@db1,db2:5433,[::1]:5434/club?target_session_attrs=read-write')).toEqual([
    'postgres://app:p%40ss@db1/club?target_session_attrs=read-write',
    'postgres://app:p%40ss@db2:5433/club?target_session_attrs=read-write',
    'postgres://app:p%40ss@[::1]:5434/club?target_session_attrs=read-write',
  ]);
});

test('an address of one host stays as it is, also with commas elsewhere', () => {
  for (const url of ['postgres://app:a,b@db/club?options=-c%20x=1,2', 'postgresql:///club?host=/run/postgresql'])
    expect(hostUrls(url)).toEqual([url]);
});
