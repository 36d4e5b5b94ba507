import { z } from 'zod';
import { ROLES, STATUSES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { pageQuery } from '#shared/staff/paging.ts';
import { RIGHTS } from '#shared/staff/rights.ts';
import { empty, jsonId, jsonLongId, wireDay, wireId, wireTime } from '#shared/wire.ts';
import { ChangePasswordInput, ForgotPasswordInput, LoginInput, profileBody, registerInput, ResetPasswordInput } from './account.schemas.ts';

/** What the caller must do about the second factor that their roles need: set one up, or confirm this session with the existing one. */
const SECOND_FACTOR_STEPS = ['set_up', 'confirm'] as const;

/** Empty if the birthdate is unknown: in an account opened for a complimentary ticket, and in a deleted one. */
const maybeDay = z.union([wireDay, z.literal('')]);

/** A guest's own profile (spec §3). */
export const ProfileView = z.object({
  id: jsonId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  country: z.string(),
  birthdate: maybeDay,
  socialMediaProfileLink: z.string(),
  personalNumber: z.string(),
  createdAt: wireTime,
  /** `Admin` for Owners and Managers (spec §4). */
  role: z.enum(ROLES),
  /** What staff may do now; empty for guests. */
  rights: z.array(z.enum(RIGHTS)),
  /** Set while the caller's roles need a second factor that this session lacks; after `until` their rights rest. */
  secondFactorDue: z.object({ step: z.enum(SECOND_FACTOR_STEPS), until: wireTime }).nullable(),
  status: z.enum(STATUSES),
  /** Whether a user proved to read the mailbox. */
  isEmailProved: z.boolean(),
  /** Whether the guest subscribed to the newsletter. */
  wantsNewsletter: z.boolean(),
  /** The account's next address, once the link mailed there is opened. */
  pendingEmail: z.string().nullable(),
  /** When that link will be mailed, if staff changed a verified address. */
  pendingEmailFrom: wireTime.nullable(),
});
export type ProfileView = z.infer<typeof ProfileView>;

/** A guest as shown at the door. If the owner of an old ticket deleted the account, nothing is shown. */
export const GuestView = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthdate: maybeDay,
  status: z.enum(STATUSES),
});
export type GuestView = z.infer<typeof GuestView>;

export const AccessTokenView = z.object({ accessToken: z.string() });

/** The age is checked when the form arrives. Services never read the clock this way; they use `ctx.clock`. */
const systemNow = () => new Date();

export const accountsContract = {
  register: endpoint('POST', '/auth/register', 'public', {
    summary: 'Register; 400 if the email exists, 422 with field errors',
    body: registerInput(systemNow),
    output: empty,
    invalidStatus: 422,
    creates: true,
    errors: ['email_taken', 'person_banned'],
  }),
  login: endpoint('POST', '/auth/login', 'public', {
    summary: 'Log in: access token in the body, refresh token in a cookie; 401 with a `challenge` if the account has a second factor',
    body: LoginInput,
    output: AccessTokenView,
    errors: ['second_factor_required', 'wrong_credentials'],
  }),
  refresh: endpoint('POST', '/auth/refresh', 'public', {
    summary: 'Get a new access token for the refresh cookie, which rotates',
    output: AccessTokenView,
    errors: ['forbidden', 'session_ended'],
  }),
  logout: endpoint('POST', '/auth/logout', 'public', {
    summary: 'Log out: end the session of the cookie or the bearer',
    output: empty,
    errors: ['forbidden'],
  }),
  requestPasswordReset: endpoint('POST', '/auth/request-password-reset', 'public', {
    summary: 'Email a password reset link if the account exists; the answer is the same either way',
    body: ForgotPasswordInput,
    output: empty,
  }),
  resetPassword: endpoint('POST', '/Auth/reset-password', 'public', {
    summary: 'Set a new password with the token of an emailed link',
    body: ResetPasswordInput,
    output: empty,
    errors: ['invalid_token'],
  }),
  me: endpoint('GET', '/auth/me', 'user', { summary: 'Get the caller’s profile', output: ProfileView }),
  updateMe: endpoint('PUT', '/auth/me', 'user', {
    summary: 'Change the six editable fields of the caller’s profile',
    body: profileBody(systemNow),
    output: ProfileView,
  }),
  currentUser: endpoint('GET', '/users/me', 'user', { summary: 'Get the caller’s profile, with role and rights', output: ProfileView }),
  guest: endpoint('GET', '/users/GetUserbyId/:id', 'door.run', {
    summary: 'Get what the door sees of a guest with a ticket, in any state, for an event whose door is near; 60 a minute',
    params: z.object({ id: wireId }),
    output: GuestView,
    errors: ['user_not_found'],
  }),
};

/** One sign-in on one device. `device` is `Chrome · Android`, or null if the browser did not send it. */
export const SessionView = z.object({
  id: z.uuid(),
  device: z.string().nullable(),
  createdAt: wireTime,
  lastUsedAt: wireTime,
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof SessionView>;

/** An event that concerned the security of the caller's account. */
export const OwnSecurityEventView = z.object({
  id: jsonLongId,
  at: wireTime,
  kind: z.string(),
  network: z.string().nullable(),
  device: z.string().nullable(),
});
export type OwnSecurityEventView = z.infer<typeof OwnSecurityEventView>;

export const securityContract = {
  changePassword: endpoint('POST', '/auth/change-password', 'user', {
    summary: 'Change the caller’s password, confirmed by the current one; ends all other sessions',
    body: ChangePasswordInput,
    output: empty,
    invalidStatus: 422,
    confirmed: 'with a second factor',
  }),
  sessions: endpoint('GET', '/auth/sessions', 'user', {
    summary: 'List the caller’s sessions, latest use first',
    output: z.array(SessionView),
  }),
  endSession: endpoint('DELETE', '/auth/sessions/:id', 'user', {
    summary: 'Log out one of the caller’s devices',
    params: z.object({ id: z.uuid() }),
    output: empty,
  }),
  events: endpoint('GET', '/auth/security-events', 'user', {
    summary: 'List the caller’s security events, newest first, 20 by default; `before` pages back',
    query: z.object(pageQuery),
    output: z.array(OwnSecurityEventView),
  }),
  logoutEverywhere: endpoint('POST', '/auth/logout-everywhere', 'user', {
    summary: 'Log the caller out of all devices, including this one',
    output: empty,
  }),
};
