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
    summary: 'Completes a login that answered `second_factor_required`: six digits of the app, or a recovery code',
    body: SecondFactorInput,
    output: AccessTokenView,
    errors: ['challenge_expired', 'wrong_code'],
  }),
  list: endpoint('GET', '/auth/second-factors', 'user', {
    summary: "The caller's second factors, and whether the account's roles must have one",
    output: SecondFactorsView,
  }),
  begin: endpoint('POST', '/auth/second-factors', 'user', {
    summary: 'A secret for an authenticator app; it counts once it is confirmed with a code, and replaces one that was not',
    body: NewFactorInput,
    output: BegunFactorView,
    confirmed: true,
    errors: ['second_factor_limit'],
  }),
  activate: endpoint('POST', '/auth/second-factors/:id/confirm', 'user', {
    summary: 'Makes a begun factor count; returns ten recovery codes when the account has none left, else an empty list',
    params: byId,
    body: CodeInput,
    output: z.object({ recoveryCodes }),
    confirmed: true,
    errors: ['conflict', 'second_factor_limit', 'wrong_code'],
  }),
  remove: endpoint('DELETE', '/auth/second-factors/:id', 'user', {
    summary: 'Removes a second factor; with the last one the recovery codes go too',
    params: byId,
    output: empty,
    confirmed: true,
  }),
  renewRecoveryCodes: endpoint('POST', '/auth/recovery-codes', 'user', {
    summary: 'Ten new recovery codes, shown once; the old ones end. 409 without a second factor',
    output: z.object({ recoveryCodes }),
    confirmed: true,
    errors: ['conflict'],
  }),
  confirm: endpoint('POST', '/auth/confirm', 'user', {
    summary: 'Confirms for five minutes that it is the caller: by a code or a passkey once there is a second factor, else by the password',
    body: ConfirmationInput,
    output: z.object({ until: wireTime }),
    errors: ['confirmation_required', 'wrong_code', 'wrong_passkey'],
  }),
};
