import { expect, test } from 'vitest';
import { translateIn } from './translate.ts';

const texts = {
  common: {
    hello: 'Hello {{name}}',
    spaced: '{{ name }}!',
    guests_zero: 'nobody',
    guests_one: '{{count}} guest',
    guests_other: '{{count}} guests',
  },
  errors: {
    limit: 'At most {{limit}}',
    limit_shared: 'Together {{limit}}',
    few_one: 'one',
    few_other: 'some',
    few_shared_other: 'some of both',
  },
};
const t = translateIn(texts, 'en', 'common');

test.each<[string, string, Record<string, unknown>, string]>([
  ['a value takes its place', 'hello', { name: 'Nino' }, 'Hello Nino'],
  ['spaces around a name do not count', 'spaced', { name: 'Nino' }, 'Nino!'],
  ['without a value the name stays', 'hello', {}, 'Hello {{name}}'],
  ['a value is shown as it is', 'hello', { name: '<b>{{count}}</b> $& $t(x)', count: 1 }, 'Hello <b>{{count}}</b> $& $t(x)'],
  ['a count chooses the form', 'guests', { count: 1 }, '1 guest'],
  ['… also of many', 'guests', { count: 7 }, '7 guests'],
  ['none has a form of its own', 'guests', { count: 0 }, 'nobody'],
  ['… where it is written', 'errors:few', { count: 0 }, 'some'],
  ['another namespace is named', 'errors:limit', { limit: 4 }, 'At most 4'],
  ['a context chooses the variant', 'errors:limit', { limit: 4, context: 'shared' }, 'Together 4'],
  ['… with the count', 'errors:few', { count: 2, context: 'shared' }, 'some of both'],
  ['… and otherwise without', 'errors:few', { count: 1, context: 'shared' }, 'one'],
  ['without a text the default counts', 'errors:none', { defaultValue: 'Sorry {{name}}', name: 'Nino' }, 'Sorry Nino'],
  ['… or else the key', 'errors:no.text', {}, 'no.text'],
  ['a group of texts is no text', 'errors:constructor', {}, 'constructor'],
])('%s', (_, key, values, text) => {
  expect(t(key, values)).toBe(text);
});

test('of several keys the first with a text counts', () => {
  expect(t(['errors:none', 'errors:limit', 'hello'], { limit: 4 })).toBe('At most 4');
  expect(t(['errors:none', 'no'])).toBe('no');
});
