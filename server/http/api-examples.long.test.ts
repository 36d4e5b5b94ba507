import { expect, test } from 'vitest';
import { urlOf, type Endpoint } from '#shared/contract.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { prepareCall } from '#tests/factories/example-calls.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { exampleFor } from './api-examples.ts';

/** They need what no document can hold: a mailed or a kept token, a bank's signature, a wallet's certificate. */
const WITH_SECRETS = new Set(['accounts.resetPassword', 'accounts.refresh', 'payments.callback', 'wallet.apple', 'wallet.google']);

const calls = Object.entries(wholeContract).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${feature}.${verb}`, endpoint]),
);

test.each(calls.filter(([name]) => !WITH_SECRETS.has(name)))('the documented example of %s works', async (name, endpoint) => {
  const app = await startTestApp();
  const { bearer, input } = await prepareCall(app, name, endpoint.access, exampleFor(endpoint));
  const { method } = endpoint;
  const headers = {
    ...(input['body'] === undefined ? {} : { 'content-type': 'application/json' }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
  const body = input['body'] === undefined ? {} : { body: JSON.stringify(input['body']) };
  const answer = await fetch(app.url + urlOf(endpoint, input), { method, headers, ...body });
  const text = answer.status === 200 ? '' : await answer.text();
  await answer.body?.cancel();
  expect([answer.status, text]).toEqual([200, '']);
  expect(answer.headers.get('content-type')).toContain(endpoint.shape.produces ?? 'application/json');
});
