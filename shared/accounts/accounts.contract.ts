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
    summary: 'A new account; 400 when the e-mail exists, 422 with field errors',
    body: registerInput(systemNow),
    output: empty,
    invalidStatus: 422,
    creates: true,
    errors: ['email_taken', 'person_banned'],
  }),
  login: endpoint('POST', '/auth/login', 'public', {
    summary: 'Access token in the body, refresh token in a cookie; 401 with a `challenge` when the account has a second factor',
    body: LoginInput,
    output: AccessTokenView,
    errors: ['second_factor_required', 'wrong_credentials'],
  }),
  refresh: endpoint('POST', '/auth/refresh', 'public', {
    summary: 'A new access token for the refresh cookie, which rotates',
    output: AccessTokenView,
    errors: ['forbidden', 'session_ended'],
  }),
  logout: endpoint('POST', '/auth/logout', 'public', {
    summary: 'Ends the session of the cookie or the bearer',
    output: empty,
    errors: ['forbidden'],
  }),
  requestPasswordReset: endpoint('POST', '/auth/request-password-reset', 'public', {
    summary: 'Mails a reset link when the account exists; answers the same either way',
    body: ForgotPasswordInput,
    output: empty,
  }),
  resetPassword: endpoint('POST', '/Auth/reset-password', 'public', {
    summary: 'Sets a new password with a mailed token',
    body: ResetPasswordInput,
    output: empty,
    errors: ['invalid_token'],
  }),
  me: endpoint('GET', '/auth/me', 'user', { summary: 'The own profile', output: ProfileView }),
  updateMe: endpoint('PUT', '/auth/me', 'user', {
    summary: 'Changes exactly the six editable fields',
    body: profileBody(systemNow),
    output: ProfileView,
  }),
  currentUser: endpoint('GET', '/users/me', 'user', { summary: 'The own profile; guards read its role and rights', output: ProfileView }),
  guest: endpoint('GET', '/users/GetUserbyId/:id', 'door.run', {
    summary: 'What the door sees of a guest who has a ticket, whatever became of it, of an event whose door is near; 60 a minute',
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
    summary: 'Another password for the caller, who knows the present one; ends all other sessions',
    body: ChangePasswordInput,
    output: empty,
    invalidStatus: 422,
    confirmed: 'with a second factor',
  }),
  sessions: endpoint('GET', '/auth/sessions', 'user', {
    summary: 'Where the caller is logged in, the latest use first',
    output: z.array(SessionView),
  }),
  endSession: endpoint('DELETE', '/auth/sessions/:id', 'user', {
    summary: 'Logs one own device out',
    params: z.object({ id: z.uuid() }),
    output: empty,
  }),
  events: endpoint('GET', '/auth/security-events', 'user', {
    summary: "The latest sign-ins and changes of the caller's account, newest first, twenty by default; `before` pages back",
    query: z.object(pageQuery),
    output: z.array(OwnSecurityEventView),
  }),
  logoutEverywhere: endpoint('POST', '/auth/logout-everywhere', 'user', {
    summary: 'Ends every session of the caller, this one as well',
    output: empty,
  }),
};
