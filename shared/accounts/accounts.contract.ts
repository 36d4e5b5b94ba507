import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, wireId } from '#shared/wire.ts';
import { ForgotPasswordInput, LoginInput, profileInput, registerInput, ResetPasswordInput } from './account.schemas.ts';
import { AccessTokenView, GuestView, ProfileView } from './account.views.ts';

/** The age is checked when the form arrives. Services never read the clock this way: they use `ctx.clock`. */
const systemNow = () => new Date();

export const accountsContract = {
  register: endpoint('POST', '/auth/register', 'public', {
    summary: 'A new account; 400 when the e-mail exists, 422 with field errors',
    body: registerInput(systemNow),
    output: empty,
    invalidStatus: 422,
    creates: true,
    errors: ['email_taken'],
  }),
  login: endpoint('POST', '/auth/login', 'public', {
    summary: 'Access token in the body, refresh token in a cookie',
    body: LoginInput,
    output: AccessTokenView,
    errors: ['wrong_credentials'],
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
    body: profileInput(systemNow),
    output: ProfileView,
  }),
  currentUser: endpoint('GET', '/users/me', 'user', { summary: 'The own profile; the admin guard reads its role', output: ProfileView }),
  guest: endpoint('GET', '/users/GetUserbyId/:id', 'admin', {
    summary: 'What the door sees of a guest',
    params: z.object({ id: wireId }),
    output: GuestView,
    errors: ['user_not_found'],
  }),
};
