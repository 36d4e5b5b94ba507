import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '#shared/durations.ts';
import { fault, type Finding, well } from './finding.ts';
import type { Site } from './site.ts';

/** A web server renews its certificate weeks before; Apple's is ordered by hand. */
const SOON_DAYS = 14;

/** `validTo` as a certificate has it. */
export function checkExpiry(whose: string, validTo: string, correction: string): Finding {
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS);
  if (days < 0) return fault('certificate', `${whose} ended on ${validTo}`, correction);
  if (days < SOON_DAYS) return fault('certificate', `${whose} ends in ${days} days, on ${validTo}`, correction);
  return well('certificate', `${whose} lasts ${days} days`);
}

/** The certificates that sign passes for Apple Wallet. */
export function checkWalletCertificates({ env }: Site): Finding[] {
  const { apple } = env.wallet;
  if (!apple) return [];
  const order = 'make a new one at developer.apple.com and replace the file';
  return [
    checkExpiry('APPLE_PASS_CERT', new X509Certificate(apple.certificate).validTo, order),
    checkExpiry('APPLE_WWDR_CERT', new X509Certificate(apple.wwdr).validTo, order),
  ];
}
