import type { Language } from '#shared/constants.ts';
import type { Trackers } from '#shared/rendering.ts';
import { isScannerPage, isSecretPage, isTrackedPage } from '#shared/tracked-pages.ts';
import {
  contentSecurityPolicy,
  scannerSecurityPolicy,
  securityHeaders,
  trackedSecurityPolicy,
  transportHeaders,
} from './security-headers.ts';

const BRIEFLY = 'public, max-age=2, must-revalidate';

/** Vite works with inline scripts and styles, and a socket. */
const devSecurityPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:";

type Mode = { isDev: boolean; publicUrl: string; trackers?: Trackers | undefined };

/** Written with the page and kept with it, because a cached page meets no hook on its way out. */
export function pageHeaders(path: string, language: Language, { isDev, publicUrl, trackers }: Mode): Record<string, string> {
  const isSecret = isSecretPage(path);
  return {
    ...securityHeaders,
    ...transportHeaders({ publicUrl }),
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': isDev ? devSecurityPolicy : policyFor(path, trackers),
    'cache-control': isSecret || isDev ? 'no-store' : BRIEFLY,
    vary: 'accept-encoding, cookie',
    ...(isSecret ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}

function policyFor(path: string, trackers: Trackers | undefined): string {
  if (isScannerPage(path)) return scannerSecurityPolicy;
  return trackers && isTrackedPage(path) ? trackedSecurityPolicy(trackers) : contentSecurityPolicy;
}
