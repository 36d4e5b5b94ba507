import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { contentSecurityPolicy, scannerSecurityPolicy, securityHeaders, transportHeaders } from './security-headers.ts';

const BRIEFLY = 'public, max-age=2, must-revalidate';

/** Their address carries a token: it is told to nobody and kept nowhere. */
const secretAddresses = new Set([paths.changePassword, paths.paymentSuccess, paths.paymentFailure].map((path) => path.toLowerCase()));
const scanner = paths.scanner.toLowerCase();

/** Vite works with inline scripts and styles, and a socket. */
const devSecurityPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:";

type Mode = { isDev: boolean; publicUrl: string };

/** Written with the page and kept with it, because a cached page meets no hook on its way out. */
export function pageHeaders(path: string, language: Language, { isDev, publicUrl }: Mode): Record<string, string> {
  const address = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  const isSecret = secretAddresses.has(address);
  const builtPolicy = address === scanner ? scannerSecurityPolicy : contentSecurityPolicy;
  return {
    ...securityHeaders,
    ...transportHeaders({ publicUrl }),
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': isDev ? devSecurityPolicy : builtPolicy,
    'cache-control': isSecret || isDev ? 'no-store' : BRIEFLY,
    vary: 'accept-encoding, cookie',
    ...(isSecret ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}
