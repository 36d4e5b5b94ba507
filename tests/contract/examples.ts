import { expect } from 'vitest';
import { exampleFor } from '#server/api-examples.ts';
import { type Endpoint, urlOf } from '#shared/contract.ts';
import { signCall } from '#shared/door/sign-call.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { prepareCall } from '#tests/factories/example-calls.ts';
import { startTestApp } from '#tests/setup/app.ts';

/** Their real input cannot be written into a document: a bank's signature, a wallet's certificate. */
const WITH_SECRETS = new Set(['payments.callback', 'wallet.apple', 'wallet.google']);

/** Every call with an example that can be sent, by its name. */
export const callsWithExamples = Object.entries(wholeContract)
  .flatMap(([feature, verbs]) => Object.entries(verbs).map(([verb, endpoint]): [string, Endpoint] => [`${feature}.${verb}`, endpoint]))
  .filter(([name]) => !WITH_SECRETS.has(name));

/** Sends the documented example of a call. */
export async function expectExampleWorks(name: string, endpoint: Endpoint): Promise<void> {
  const app = await startTestApp();
  const { bearer, cookie, phone, input } = await prepareCall(app, name, endpoint.access, exampleFor(endpoint));
  const { method } = endpoint;
  const headers = {
    ...(input['body'] === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  const body = input['body'] === undefined ? undefined : JSON.stringify(input['body']);
  const url = urlOf(endpoint, input);
  const signed =
    phone &&
    (await signCall(phone.key.privateKey, { scannerDeviceId: phone.scannerDeviceId, time: app.clock.now().getTime(), method, url, body }));
  const authorization = signed ?? (bearer === undefined ? undefined : `Bearer ${bearer}`);
  const answer = await fetch(app.url + url, {
    method,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ...(body !== undefined && { body }),
  });
  const text = answer.status === 200 ? '' : await answer.text();
  await answer.body?.cancel();
  expect([answer.status, text]).toEqual([200, '']);
  expect(answer.headers.get('content-type')).toContain(endpoint.shape.produces ?? 'application/json');
}
