import { measure, wireRequest } from '#lab/bench/load.ts';

/** A separate process, so that its work does not delay those who are measured: requests pages that do not exist, without a pause. */
const [, , origin = '', seconds = '10'] = process.argv;
let turn = 0;
const next = () => wireRequest({ path: `/nix-${(turn += 1)}` });
const { accepted, refused, broken } = await measure({ origin, next, connections: 40, seconds: Number(seconds) });
process.send?.(`${Math.round((accepted + refused + broken) / Number(seconds))}/s, ${accepted} with 2xx, ${broken} with 5xx`);
