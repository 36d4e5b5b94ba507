import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { STAFF_ROLES } from '#shared/staff/rights.ts';
import { empty, jsonId, wireId, wireTime } from '#shared/wire.ts';
import { LoginInput } from './account.schemas.ts';
import { AccessTokenView } from './accounts.contract.ts';
import { PasskeyAssertion } from './passkey.schemas.ts';
import { CodeInput, NewFactorInput } from './second-factor.schemas.ts';

export const SECOND_FACTOR_KINDS = ['totp', 'passkey'] as const;

const CHALLENGE_MAX = 100;

export const SecondFactorInput = CodeInput.extend({
  challenge: z.string().min(1, 'validation.invalid').max(CHALLENGE_MAX, 'validation.invalid'),
});
export type SecondFactorInput = z.output<typeof SecondFactorInput>;

export const ConfirmationInput = z.union([CodeInput, z.object({ passkey: PasskeyAssertion }), LoginInput.pick({ password: true })]);
export type ConfirmationInput = z.output<typeof ConfirmationInput>;

export const FactorView = z.object({
  id: jsonId,
  kind: z.enum(SECOND_FACTOR_KINDS),
  name: z.string(),
  createdAt: wireTime,
  lastUsedAt: wireTime.nullable(),
});
export type FactorView = z.infer<typeof FactorView>;

export const SecondFactorsView = z.object({
  /** Active factors, oldest first. */
  factors: z.array(FactorView),
  /** The number of unused recovery codes. */
  recoveryCodes: z.number().int(),
  /** Whether this session was confirmed with a second factor. */
  isSessionConfirmed: z.boolean(),
  /** The account's roles that require a factor, and when their grace ends or ended; null without such a role. */
  forced: z.object({ roles: z.array(z.enum(STAFF_ROLES)), until: wireTime }).nullable(),
});
export type SecondFactorsView = z.infer<typeof SecondFactorsView>;

/**
 * `uri`: for a link on a phone, `otpauth://totp/…`; `qrCodeUrl`: its picture (server/platform/qr-picture.ts); `secret`: in base32, for
 * typing. All are shown only once.
 */
export const BegunFactorView = z.object({ id: jsonId, secret: z.string(), uri: z.string(), qrCodeUrl: z.string() });
export type BegunFactorView = z.infer<typeof BegunFactorView>;

const recoveryCodes = z.array(z.string());
const byId = z.object({ id: wireId });

export const secondFactorContract = {
  signIn: endpoint('POST', '/auth/second-factor', 'public', {
    summary: 'Complete a login that returned `second_factor_required`, with six digits of the app or a recovery code',
    body: SecondFactorInput,
    output: AccessTokenView,
    errors: ['challenge_expired', 'wrong_code'],
  }),
  list: endpoint('GET', '/auth/second-factors', 'user', {
    summary: 'List the caller’s second factors, and tell if the account’s roles need one',
    output: SecondFactorsView,
  }),
  begin: endpoint('POST', '/auth/second-factors', 'user', {
    summary: 'Create a secret for an authenticator app; it counts once confirmed with a code, and replaces an unconfirmed one',
    body: NewFactorInput,
    output: BegunFactorView,
    confirmed: true,
    errors: ['second_factor_limit'],
  }),
  activate: endpoint('POST', '/auth/second-factors/:id/confirm', 'user', {
    summary: 'Activate a new second factor; returns ten recovery codes if the account has none left, else an empty list',
    params: byId,
    body: CodeInput,
    output: z.object({ recoveryCodes }),
    confirmed: true,
    errors: ['conflict', 'second_factor_limit', 'wrong_code'],
  }),
  remove: endpoint('DELETE', '/auth/second-factors/:id', 'user', {
    summary: 'Remove a second factor; the last one’s removal deletes the recovery codes',
    params: byId,
    output: empty,
    confirmed: true,
  }),
  renewRecoveryCodes: endpoint('POST', '/auth/recovery-codes', 'user', {
    summary: 'Create ten new recovery codes, shown once; the old ones stop working. 409 without a second factor',
    output: z.object({ recoveryCodes }),
    confirmed: true,
    errors: ['conflict'],
  }),
  confirm: endpoint('POST', '/auth/confirm', 'user', {
    summary: 'Confirm the caller’s identity for five minutes: by a code or passkey if there is a second factor, else by the password',
    body: ConfirmationInput,
    output: z.object({ until: wireTime }),
    errors: ['confirmation_required', 'wrong_code', 'wrong_passkey'],
  }),
};
