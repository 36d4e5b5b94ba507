import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import { bearerOf, languageChosen, languageOf, requireOwnPage } from '#server/platform/http/request-facts.ts';
import type { Exchange, Serve } from '#server/platform/http/serve.ts';
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

export function accountsApi(serve: Serve): void {
  serve(accountsContract.register, (ctx, { body }, { request }) =>
    register(ctx, body, { address: request.ip, language: languageOf(request) }),
  );
  serve(accountsContract.login, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const device = await knownDevice(ctx, request, body.email);
    return answerLogin(ctx, exchange, await login(ctx, body, callerOfLogin(request, device)), device);
  });
  serve(accountsContract.refresh, async (ctx, _input, exchange) => {
    requireOwnPage(ctx, exchange.request);
    return answerSignedIn(ctx, exchange, await refresh(ctx, readRefreshCookie(ctx, exchange.request), languageChosen(exchange.request)));
  });
  serve(accountsContract.logout, async (ctx, _input, { request, reply }) => {
    requireOwnPage(ctx, request);
    await logout(ctx, { refreshToken: readRefreshCookie(ctx, request), bearer: bearerOf(request) });
    clearRefreshCookie(ctx, reply);
    return {};
  });
  serve(accountsContract.requestPasswordReset, (ctx, { body }, { request }) => requestPasswordReset(ctx, body, request.ip));
  serve(accountsContract.resetPassword, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = {
      address: request.ip,
      userAgent: request.headers['user-agent'],
      isKnownTo: (owner: DeviceOwner) => deviceKnownTo(ctx, request, owner) !== undefined,
    };
    const owner = await resetPassword(ctx, body, caller);
    // A failed guess elsewhere must not lock out the owner: a device that reads the account's mail becomes a known one.
    setDeviceCookie(ctx, exchange, owner);
    return {};
  });

  serve(accountsContract.me, getProfile);
  serve(accountsContract.updateMe, (ctx, { body }) => updateProfile(ctx, body));
  serve(accountsContract.currentUser, getProfile);
}

/** The second factor: of the login, and of the caller's account. */
export function secondFactorApi(serve: Serve): void {
  serve(secondFactorContract.signIn, async (ctx, { body }, exchange) => {
    const { login: done, caller } = await signInWithCode(ctx, body, callersOf(ctx, exchange));
    return answerLogin(ctx, exchange, done, caller.device);
  });
  serve(secondFactorContract.list, listFactors);
  serve(secondFactorContract.begin, (ctx, { body }) => beginFactor(ctx, body));
  serve(secondFactorContract.activate, (ctx, { id, body }) => activateFactor(ctx, { id, ...body }));
  serve(secondFactorContract.remove, (ctx, { id }) => removeFactor(ctx, { id }));
  serve(secondFactorContract.renewRecoveryCodes, renewRecoveryCodes);
  serve(secondFactorContract.confirm, (ctx, { body }) => confirmCaller(ctx, body));
}

export function passkeysApi(serve: Serve): void {
  serve(passkeysContract.begin, beginPasskey);
  serve(passkeysContract.add, (ctx, { body }) => addPasskey(ctx, body));
  serve(passkeysContract.askSignIn, (ctx, { body }) => askSigningInPasskey(ctx, body));
  serve(passkeysContract.signIn, async (ctx, { body }, exchange) => {
    const { login: done, caller } = await signInWithPasskey(ctx, body, callersOf(ctx, exchange));
    return answerLogin(ctx, exchange, done, caller.device);
  });
  serve(passkeysContract.askConfirmation, askConfirmingPasskey);
}

/** The caller of a login whose account is known only later. */
const callersOf =
  (ctx: Context, { request }: Exchange) =>
  async (email: string): Promise<Caller> =>
    callerOfLogin(request, await knownDevice(ctx, request, email));

/** The guest's own choice; the link out of each mail is in newsletter/unsubscribe.routes.ts. */
export function newsletterApi(serve: Serve): void {
  serve(newsletterContract.choose, (ctx, { body }, { request }) => chooseNewsletter(ctx, body, languageOf(request)));
}

export function emailProofApi(serve: Serve): void {
  serve(emailProofContract.request, requestEmailProof);
  serve(emailProofContract.confirm, (ctx, { body }) => confirmEmailProof(ctx, body));
  serve(emailProofContract.openLink, (ctx, { body }) => openEmailLink(ctx, body));
}

export const callerOfLogin = (request: FastifyRequest, device: string | undefined): Caller => ({
  address: request.ip,
  device,
  userAgent: request.headers['user-agent'],
  language: languageChosen(request),
});

/** Answers a login: with the access token, the refresh cookie, and the cookie of a device that the account now knows. */
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

/** Sends the access token in the body and the refresh token in its cookie; when the session is over, the cookie is cleared. */
function answerSignedIn(ctx: Context, { reply }: Exchange, signedIn: SignedIn | null): { accessToken: string } {
  if (!signedIn) {
    clearRefreshCookie(ctx, reply);
    throw new AppError('session_ended');
  }
  setRefreshCookie(ctx, reply, signedIn);
  return { accessToken: signedIn.accessToken };
}

export function securityApi(serve: Serve): void {
  serve(securityContract.changePassword, async (ctx, { body }, exchange) => {
    // A new password makes the account forget its known devices, so this one is set again.
    setDeviceCookie(ctx, exchange, await changePassword(ctx, body));
    return {};
  });
  serve(securityContract.sessions, listOwnSessions);
  serve(securityContract.endSession, (ctx, { id }) => endOwnSession(ctx, { id }));
  serve(securityContract.events, listOwnSecurityEvents);
  serve(securityContract.logoutEverywhere, async (ctx, _input, { reply }) => {
    const answer = await logoutEverywhere(ctx);
    clearRefreshCookie(ctx, reply);
    return answer;
  });
}

export function teamApi(serve: Serve): void {
  serve(staffSecurityContract.events, listSecurityEvents);
  serve(staffTeamContract.list, listTeam);
  serve(staffTeamContract.invite, (ctx, { body }) => inviteStaff(ctx, body));
  serve(staffTeamContract.withdraw, (ctx, { id }) => withdrawInvitation(ctx, { id }));
  serve(staffTeamContract.changeRoles, (ctx, { id, body }) => changeRoles(ctx, { id, ...body }));
  serve(staffTeamContract.remove, (ctx, { id }) => removeMember(ctx, { id }));
  serve(staffTeamContract.sessions, (ctx, { id }) => listSessionsOfMember(ctx, { id }));
  serve(staffTeamContract.signOut, (ctx, { id }) => signOutMember(ctx, { id }));
  serve(invitationsContract.read, (ctx, { body }) => readInvitation(ctx, body));
  serve(invitationsContract.accept, (ctx, { body }) => acceptInvitation(ctx, body));
  serve(invitationsContract.join, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = { address: request.ip, userAgent: request.headers['user-agent'] };
    return answerLogin(ctx, exchange, await joinTeam(ctx, body, caller), undefined);
  });
}

export function emailChangeApi(serve: Serve): void {
  serve(emailChangeContract.request, (ctx, { body }) => requestEmailChange(ctx, body));
  serve(emailChangeContract.cancel, cancelEmailChange);
  serve(emailChangeContract.stop, (ctx, { body }) => stopEmailChange(ctx, body));
  serve(emailChangeContract.openLink, (ctx, { body }) => openEmailChange(ctx, body));
}

/** The first Owner, by the link that the start of an empty club prints. */
export function setUpApi(serve: Serve): void {
  serve(setUpContract.read, (ctx, { body }, { request }) => readSetUpLink(ctx, body, { address: request.ip }));
  serve(setUpContract.createOwner, async (ctx, { body }, exchange) => {
    const { request } = exchange;
    const caller = { address: request.ip, userAgent: request.headers['user-agent'], language: languageOf(request) };
    return answerLogin(ctx, exchange, await createOwner(ctx, body, caller), undefined);
  });
}
