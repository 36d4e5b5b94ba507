import { X509Certificate } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

/** Web servers renew their certificates weeks before the end; Apple's is ordered by hand. */
const SOON_MS = 14 * DAY_MS;
/** Web servers renew in the last third; a certificate valid for six days never has two weeks left. */
const SOON_SHARE = 1 / 4;

type Validity = { validFrom: string; validTo: string };

/** Both as a certificate states them. */
export function checkExpiry(whose: string, { validFrom, validTo }: Validity, correction: string): Finding {
  const left = Date.parse(validTo) - Date.now();
  const soon = Math.min(SOON_MS, (Date.parse(validTo) - Date.parse(validFrom)) * SOON_SHARE);
  if (left < 0) return fault('certificate', `${whose} ended on ${validTo}`, correction);
  if (left < soon) return fault('certificate', `${whose} ends in ${spanOf(left)}, on ${validTo}`, correction);
  return well('certificate', `${whose} lasts ${spanOf(left)}`);
}

function spanOf(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  return days >= 2 ? `${days} days` : `${Math.floor(ms / HOUR_MS)} hours`;
}

/** Checks the certificates that sign passes for Apple Wallet. */
export function checkWalletCertificates({ env }: Site): Finding[] {
  const { apple } = env.wallet;
  if (!apple) return [];
  const order = 'make a new one at developer.apple.com and replace the file';
  return [
    checkExpiry('APPLE_PASS_CERT', new X509Certificate(apple.certificate), order),
    checkExpiry('APPLE_WWDR_CERT', new X509Certificate(apple.wwdr), order),
  ];
}
