import { floods, isFlood } from './flood.ts';
import { measure, wireRequest } from './load.ts';

/** A separate process, so that the flood's work does not delay the measurement. */
const [, , origin = '', name = '', seconds = '10'] = process.argv;
if (!isFlood(name)) throw new Error(`There is no flood of ${name}.`);

const ask = floods[name];
let turn = 0;
const next = () => wireRequest(ask((turn += 1)));
const { accepted, refused, broken } = await measure({ origin, next, connections: 40, seconds: Number(seconds) });
process.send?.(`${Math.round((accepted + refused + broken) / Number(seconds))}/s, ${accepted} with 2xx, ${broken} with 5xx`);
