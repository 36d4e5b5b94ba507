import { expect, test } from 'vitest';
import { checkProxies, INVENTED_ADDRESS } from './proxies.ts';

const [VISITOR, PROXY, OUTER] = ['203.0.113.5', '10.0.0.2', '10.0.0.1'];

// The web server runs on another machine, so that each address has one meaning.
test.each([
  ['one proxy that adds', 1, { address: VISITOR, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'well'],
  ['one proxy that replaces', 1, { address: VISITOR, forwardedFor: [VISITOR] }, 'well'],
  ['two proxies', 2, { address: VISITOR, forwardedFor: [INVENTED_ADDRESS, VISITOR, OUTER] }, 'well'],
  ['a list of the proxy', PROXY, { address: VISITOR, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'well'],
  ['no proxy', 0, { address: PROXY, forwardedFor: [INVENTED_ADDRESS] }, 'well'],
  ['no proxy, and one is trusted', 1, { address: INVENTED_ADDRESS, forwardedFor: [INVENTED_ADDRESS] }, 'fault'],
  ['one proxy, and none is trusted', 0, { address: PROXY, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'fault'],
  ['one proxy, and nothing is said of it', undefined, { address: PROXY, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'fault'],
  ['one proxy, and two are trusted', 2, { address: INVENTED_ADDRESS, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'fault'],
  ['one proxy that replaces, and two are trusted', 2, { address: VISITOR, forwardedFor: [VISITOR] }, 'fault'],
  ['two proxies, and one is trusted', 1, { address: OUTER, forwardedFor: [INVENTED_ADDRESS, VISITOR, OUTER] }, 'fault'],
  ['a list of another proxy', '192.0.2.1', { address: PROXY, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'fault'],
  ['a list of everybody', '0.0.0.0/0', { address: INVENTED_ADDRESS, forwardedFor: [INVENTED_ADDRESS, VISITOR] }, 'fault'],
  ['a proxy that names nobody', 1, { address: PROXY, forwardedFor: [] }, 'fault'],
] as const)('%s', (_, trustProxy, { address, forwardedFor }, state) => {
  expect(checkProxies(trustProxy, { address, connection: PROXY, forwardedFor: [...forwardedFor] }).state).toBe(state);
});
