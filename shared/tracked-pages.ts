import { paths, withoutEndSlashes } from './paths.ts';

const plain = (path: string): string => withoutEndSlashes(path.toLowerCase());
const secret = new Set([paths.changePassword, paths.paymentSuccess, paths.paymentFailure].map(plain));
const personal = new Set([paths.login, paths.register, paths.forgotPassword, paths.profile, paths.cart].map(plain));
const scanner = plain(paths.scanner);
const isStaffPage = (path: string): boolean => /^\/staff(\/|$)/.test(plain(path));

/** Returns true if the page's address carries a token: it is neither reported nor stored. */
export const isSecretPage = (path: string): boolean => secret.has(plain(path));

export const isScannerPage = (path: string): boolean => plain(path) === scanner;

/**
 * Returns true if another company's script may run on the page with consent: not beside a token or a password, not on personal pages, not
 * at the door, not in the console.
 */
export const isTrackedPage = (path: string): boolean =>
  !isSecretPage(path) && !personal.has(plain(path)) && !isScannerPage(path) && !isStaffPage(path);
