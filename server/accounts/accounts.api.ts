import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import { bearerOf, languageChosen, languageOf, requireOwnPage } from '#server/platform/http/request-facts.ts';
import type { Exchange, Route } from '#server/platform/http/route.ts';
import { guestInvitationsContract } from '#shared/accounts/guest-invitations.contract.ts';
import { accountsContract, securityContract } from '#shared/accounts/accounts.contract.ts';
import { emailChangeContract } from '#shared/accounts/email-change.contract.ts';
import { emailProofContract } from '#shared/accounts/email-proof.contract.ts';
import { newsletterContract } from '#shared/accounts/newsletter.contract.ts';
import { invitationsContract } from '#shared/accounts/invitations.contract.ts';
import { passkeysContract } from '#shared/accounts/passkeys.contract.ts';
import { secondFactorContract } from '#shared/accounts/second-factor.contract.ts';
import { setUpContract } from '#shared/accounts/set-up.contract.ts';
import { AppError } from '#shared/errors.ts';
import { staffSecurityContract } from '#shared/staff/security.contract.ts';
import { staffTeamContract } from '#shared/staff/team.contract.ts';
import { getProfile, register, updateProfile } from './accounts.service.ts';
import { deviceKnownTo, type DeviceOwner, knownDevice, setDeviceCookie } from './devices.ts';
import { acceptInvitation, inviteStaff, joinTeam, readInvitation, withdrawInvitation } from './invitations.service.ts';
import { cancelEmailChange, openEmailChange, requestEmailChange } from '#server/accounts/email/email-change.service.ts';
import { stopEmailChange } from '#server/accounts/email/stop.service.ts';
import { confirmEmailProof, openEmailLink, requestEmailProof } from '#server/accounts/email/email-proof.service.ts';
import { readGuestInvitation } from './known-guests/known-guests.service.ts';
import { chooseNewsletter } from './newsletter/newsletter.service.ts';
import { addPasskey, askConfirmingPasskey, beginPasskey } from './second-factor/passkeys.service.ts';
import {
  activateFactor,
  beginFactor,
  confirmCaller,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
} from './second-factor/second-factor.service.ts';
import { askSigningInPasskey, signInWithCode, signInWithPasskey } from './second-factor/sign-in.service.ts';
import {
  changePassword,
  endOwnSession,
  listOwnSessions,
  logoutEverywhere,
  requestPasswordReset,
  resetPassword,
} from './security.service.ts';
import { listOwnSecurityEvents, listSecurityEvents } from './security-events.service.ts';
import { createOwner, readSetUpLink } from './set-up/set-up.service.ts';
import { type Caller, login, type Login, logout, refresh } from './sessions.service.ts';
import { changeRoles, listSessionsOfMember, listTeam, removeMember, signOutMember } from './team.service.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie, type SignedIn } from './tokens.ts';

export function accountsApi(route: Route): void {
  route(accountsContract.register, (ctx, { body }, { request }) =>
    register(ctx, body, { address: request.ip, language: languageOf(request) }),
  );
  route(guestInvitationsContract.read, (ctx, { body }) => readGuestInvitation(ctx, body));
  route(accountsContract.login, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const device = await knownDevice(ctx, request, body.email);
    return answerLogin(ctx, exchange, await login(ctx, body, callerOfLogin(request, device)), device);
  });
  route(accountsContract.refresh, async (ctx, _input, exchange) => {
    requireOwnPage(ctx, exchange.request);
    return answerSignedIn(ctx, exchange, await refresh(ctx, readRefreshCookie(ctx, exchange.request), languageChosen(exchange.request)));
  });
  route(accountsContract.logout, async (ctx, _input, { request, reply }) => {
    requireOwnPage(ctx, request);
    await logout(ctx, { refreshToken: readRefreshCookie(ctx, request), bearer: bearerOf(request) });
    clearRefreshCookie(ctx, reply);
    return {};
  });
  route(accountsContract.requestPasswordReset, (ctx, { body }, { request }) => requestPasswordReset(ctx, body, request.ip));
  route(accountsContract.resetPassword, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = {
      address: request.ip,
      userAgent: request.headers['user-agent'],
      isKnownTo: (owner: DeviceOwner) => deviceKnownTo(ctx, request, owner) !== undefined,
    };
    const owner = await resetPassword(ctx, body, caller);
    // The browser of the account's mail reader becomes a known device, which failed guesses elsewhere do not lock out.
    setDeviceCookie(ctx, exchange, owner);
    return {};
  });

  route(accountsContract.me, getProfile);
  route(accountsContract.updateMe, (ctx, { body }) => updateProfile(ctx, body));
  route(accountsContract.currentUser, getProfile);
}

/** Second factors: at the login, and in the caller's account. */
export function secondFactorApi(route: Route): void {
  route(secondFactorContract.signIn, async (ctx, { body }, exchange) => {
    const { login: done, caller } = await signInWithCode(ctx, body, callersOf(ctx, exchange));
    return answerLogin(ctx, exchange, done, caller.device);
  });
  route(secondFactorContract.list, listFactors);
  route(secondFactorContract.begin, (ctx, { body }) => beginFactor(ctx, body));
  route(secondFactorContract.activate, (ctx, { id, body }) => activateFactor(ctx, { id, ...body }));
  route(secondFactorContract.remove, (ctx, { id }) => removeFactor(ctx, { id }));
  route(secondFactorContract.renewRecoveryCodes, renewRecoveryCodes);
  route(secondFactorContract.confirm, (ctx, { body }) => confirmCaller(ctx, body));
}

export function passkeysApi(route: Route): void {
  route(passkeysContract.begin, beginPasskey);
  route(passkeysContract.add, (ctx, { body }) => addPasskey(ctx, body));
  route(passkeysContract.askSignIn, (ctx, { body }) => askSigningInPasskey(ctx, body));
  route(passkeysContract.signIn, async (ctx, { body }, exchange) => {
    const { login: done, caller } = await signInWithPasskey(ctx, body, callersOf(ctx, exchange));
    return answerLogin(ctx, exchange, done, caller.device);
  });
  route(passkeysContract.askConfirmation, askConfirmingPasskey);
}

/** The caller of a login whose account is known only later. */
const callersOf =
  (ctx: Context, { request }: Exchange) =>
  async (email: string): Promise<Caller> =>
    callerOfLogin(request, await knownDevice(ctx, request, email));

/** The guest's own choice; the unsubscribe link of each mail is in newsletter/unsubscribe.routes.ts. */
export function newsletterApi(route: Route): void {
  route(newsletterContract.choose, (ctx, { body }, { request }) => chooseNewsletter(ctx, body, languageOf(request)));
}

export function emailProofApi(route: Route): void {
  route(emailProofContract.request, requestEmailProof);
  route(emailProofContract.confirm, (ctx, { body }) => confirmEmailProof(ctx, body));
  route(emailProofContract.openLink, (ctx, { body }) => openEmailLink(ctx, body));
}

export const callerOfLogin = (request: FastifyRequest, device: string | undefined): Caller => ({
  address: request.ip,
  device,
  userAgent: request.headers['user-agent'],
  language: languageChosen(request),
});

/** Answers a login with the access token, the refresh cookie and the cookie of the known device. */
export function answerLogin(
  ctx: Context,
  exchange: Exchange,
  { signedIn, owner }: Login,
  device: string | undefined,
): { accessToken: string } {
  const answer = answerSignedIn(ctx, exchange, signedIn);
  setDeviceCookie(ctx, exchange, owner, device);
  return answer;
}

/** Sends the access token in the body and the refresh token in its cookie; clears the cookie if the session is over. */
function answerSignedIn(ctx: Context, { reply }: Exchange, signedIn: SignedIn | null): { accessToken: string } {
  if (!signedIn) {
    clearRefreshCookie(ctx, reply);
    throw new AppError('session_ended');
  }
  setRefreshCookie(ctx, reply, signedIn);
  return { accessToken: signedIn.accessToken };
}

export function securityApi(route: Route): void {
  route(securityContract.changePassword, async (ctx, { body }, exchange) => {
    // A new password makes the account forget its known devices, so this one is set again.
    setDeviceCookie(ctx, exchange, await changePassword(ctx, body));
    return {};
  });
  route(securityContract.sessions, listOwnSessions);
  route(securityContract.endSession, (ctx, { id }) => endOwnSession(ctx, { id }));
  route(securityContract.events, listOwnSecurityEvents);
  route(securityContract.logoutEverywhere, async (ctx, _input, { reply }) => {
    const answer = await logoutEverywhere(ctx);
    clearRefreshCookie(ctx, reply);
    return answer;
  });
}

export function teamApi(route: Route): void {
  route(staffSecurityContract.events, listSecurityEvents);
  route(staffTeamContract.list, listTeam);
  route(staffTeamContract.invite, (ctx, { body }) => inviteStaff(ctx, body));
  route(staffTeamContract.withdraw, (ctx, { id }) => withdrawInvitation(ctx, { id }));
  route(staffTeamContract.changeRoles, (ctx, { id, body }) => changeRoles(ctx, { id, ...body }));
  route(staffTeamContract.remove, (ctx, { id }) => removeMember(ctx, { id }));
  route(staffTeamContract.sessions, (ctx, { id }) => listSessionsOfMember(ctx, { id }));
  route(staffTeamContract.signOut, (ctx, { id }) => signOutMember(ctx, { id }));
  route(invitationsContract.read, (ctx, { body }) => readInvitation(ctx, body));
  route(invitationsContract.accept, (ctx, { body }) => acceptInvitation(ctx, body));
  route(invitationsContract.join, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = { address: request.ip, userAgent: request.headers['user-agent'] };
    return answerLogin(ctx, exchange, await joinTeam(ctx, body, caller), undefined);
  });
}

export function emailChangeApi(route: Route): void {
  route(emailChangeContract.request, (ctx, { body }) => requestEmailChange(ctx, body));
  route(emailChangeContract.cancel, cancelEmailChange);
  route(emailChangeContract.stop, (ctx, { body }) => stopEmailChange(ctx, body));
  route(emailChangeContract.openLink, (ctx, { body }) => openEmailChange(ctx, body));
}

/** Creates the first Owner, with the link that an empty club prints at its start. */
export function setUpApi(route: Route): void {
  route(setUpContract.read, (ctx, { body }, { request }) => readSetUpLink(ctx, body, { address: request.ip }));
  route(setUpContract.createOwner, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = { address: request.ip, userAgent: request.headers['user-agent'], language: languageOf(request) };
    return answerLogin(ctx, exchange, await createOwner(ctx, body, caller), undefined);
  });
}
