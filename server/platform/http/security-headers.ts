/**
 * React Aria, the library of the console's widgets, writes two constant style sheets into the page: touch on what can be pressed, and, on
 * iOS, scrolling under a dialog.
 */
export const LIBRARY_STYLES = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
];

const styles = ["style-src 'self'", ...LIBRARY_STYLES].join(' ');

/** Sent with every answer. Inline scripts are forbidden; inline style attributes set only custom properties (`--paper`, `--w`). */
const policy = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    styles,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const contentSecurityPolicy = policy("'self'");
/** The scanner's decoder is WebAssembly. */
export const scannerSecurityPolicy = policy("'self' 'wasm-unsafe-eval'");

/** The page of scanner devices has the same decoder, but no forms and no frames. */
export const doorSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For covers and other pictures that may be opened on their own. */
export const pictureSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** For data that pages neither run nor show: it may load nothing if it is opened on its own. */
export const dataHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
} as const;

// Without subdomains: the club may use others of its domain without TLS.
const strictTransport = { 'strict-transport-security': 'max-age=31536000' } as const;

/** Makes browsers use TLS for a year once the site was reached over it. */
export const transportHeaders = ({ publicUrl }: { publicUrl: string }): Record<string, string> =>
  publicUrl.startsWith('https:') ? strictTransport : {};
