import { z } from 'zod';
import { LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId, wireId, wireTime } from '#shared/wire.ts';
import { STAFF_ROLES } from './rights.ts';
import { InvitationInput, RolesChange } from './team.schemas.ts';

const roles = z.array(z.enum(STAFF_ROLES));

/** A user with a role. `lastSeenAt`: the last use of any session, to a quarter of an hour; `sessions`: how many are live. */
export const MemberView = z.object({
  id: jsonId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles,
  lastSeenAt: wireTime.nullable(),
  sessions: z.number().int(),
});
export type MemberView = z.infer<typeof MemberView>;

/** A device on which a member is logged in. `device` is `Chrome · Android`, or null if the browser did not send it. */
export const MemberSessionView = z.object({ device: z.string().nullable(), createdAt: wireTime, lastUsedAt: wireTime });
export type MemberSessionView = z.infer<typeof MemberSessionView>;

/** An invitation that can still be accepted. */
export const InvitationView = z.object({
  id: jsonId,
  email: z.string(),
  roles,
  language: z.enum(LANGUAGES),
  invitedBy: z.string(),
  createdAt: wireTime,
  expiresAt: wireTime,
});
export type InvitationView = z.infer<typeof InvitationView>;

export const staffTeamContract = {
  list: endpoint('GET', '/staff/team', 'roles.manage', {
    summary: 'List team members and open invitations',
    output: z.object({ members: z.array(MemberView), invitations: z.array(InvitationView) }),
  }),
  invite: endpoint('POST', '/staff/team/invitations', 'roles.manage', {
    summary: 'Invite a team member by email; the link works once, for 72 hours, and replaces an open invitation to the same address',
    body: InvitationInput,
    output: z.object({ id: jsonId }),
    creates: true,
    confirmed: true,
    errors: ['already_staff'],
  }),
  withdraw: endpoint('DELETE', '/staff/team/invitations/:id', 'roles.manage', {
    summary: 'Withdraw an invitation; its link stops working',
    params: z.object({ id: wireId }),
    output: empty,
    confirmed: true,
    errors: ['conflict'],
  }),
  changeRoles: endpoint('PUT', '/staff/team/:id/roles', 'roles.manage', {
    summary: 'Replace a team member’s roles; 409 if they have changed since they were read',
    params: z.object({ id: wireId }),
    body: RolesChange,
    output: z.object({ roles }),
    confirmed: true,
    errors: ['user_not_found', 'conflict', 'last_owner'],
  }),
  remove: endpoint('DELETE', '/staff/team/:id', 'roles.manage', {
    summary: 'Remove a team member’s access, from the next request on',
    params: z.object({ id: wireId }),
    output: empty,
    confirmed: true,
    errors: ['user_not_found', 'last_owner'],
  }),
  sessions: endpoint('GET', '/staff/team/:id/sessions', 'roles.manage', {
    summary: 'List a team member’s sessions, latest use first',
    params: z.object({ id: wireId }),
    output: z.array(MemberSessionView),
    errors: ['user_not_found'],
  }),
  signOut: endpoint('POST', '/staff/team/:id/sign-out', 'roles.manage', {
    summary: 'Log a team member out of all devices and revoke the scanner devices they created',
    params: z.object({ id: wireId }),
    output: z.object({ sessions: z.number().int(), scannerDevices: z.number().int() }),
    confirmed: true,
    errors: ['user_not_found'],
  }),
};
