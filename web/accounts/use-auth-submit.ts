import { type FormEvent, useEffect, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { REGISTER_REDIRECT_MS, RESET_REDIRECT_MS } from '#shared/constants.ts';
import { isObject } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText, statusText } from '#web/lib/error-text.ts';
import { type AuthField, type AuthFields, type AuthPage, emptyAuthFields, fieldsOf } from './auth-fields.tsx';
import type { AuthControl } from './form-context.tsx';
import type { LateForm } from './late-form.ts';

/**
 * Why the last attempt failed: the wrong fields in the order of the screen with their keys, or the server's answer. `attempt` counts failed
 * attempts.
 */
export type AuthProblem = { attempt: number; fields: [AuthField, string][]; error?: unknown };

type AuthSubmit = {
  submit(event: FormEvent): Promise<void>;
  isSending: boolean;
  /** Fixed until the next attempt: a summary that follows the typing would move the form. */
  problem: AuthProblem | undefined;
  /** Set after a right password of an account with second factors: what the second step sends back, and the kinds of factors. */
  secondStep: { challenge: string; kinds: readonly string[] } | undefined;
  /** Ends the second step, with the reason if it failed. */
  leaveSecondStep(error?: unknown): void;
  isDone: boolean;
};

const redirectAfterMs = { register: REGISTER_REDIRECT_MS, 'forgot-password': RESET_REDIRECT_MS, change_password: RESET_REDIRECT_MS };

/** Sends the fields of a page. @throws ApiError */
export type SendFields = (fields: AuthFields) => Promise<unknown>;

/** Sends the shared form, shows the result, and after a success leads to the login after the delay of spec §9. */
export function useAuthSubmit(page: AuthPage, form: LateForm, send: SendFields): AuthSubmit {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<AuthProblem>();
  const [isDone, setDone] = useState<LoginState>();
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (!isDone || page === 'login') return undefined;
    const timer = setTimeout(() => void navigate(paths.login, { state: isDone }), redirectAfterMs[page]);
    return () => clearTimeout(timer);
  }, [isDone, page, navigate]);

  const fail = (why: Omit<AuthProblem, 'attempt'>) => setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  const sendWith = (control: AuthControl) => async (fields: AuthFields) => {
    try {
      await send(fields);
    } catch (error) {
      const refused = refusedFields(error, page);
      for (const [field, message] of refused) control.setError(field, { type: 'server', message });
      if (hasCode(error, 'wrong_credentials')) for (const field of fieldsOf.login) control.setError(field, { type: 'server' });
      return fail({ fields: refused, error });
    }
    // The guard leads to the profile once the user is signed in (web/lib/guard.tsx).
    if (page === 'login') return undefined;
    setProblem(undefined);
    // Empties the controls, which the library without its hook would read again.
    control.reset(emptyAuthFields, { keepFieldsRef: true });
    return setDone(page === 'register' ? { email: fields.email.trim() } : {});
  };
  const refuse = (errors: FieldErrors<AuthFields>) => fail({ fields: wrongFields(page, errors) });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      // Without the form library and its rules nothing is sent.
      const control = await form.load().catch(() => undefined);
      if (control) await control.handleSubmit(sendWith(control), refuse)();
      else fail({ fields: [], error: new ApiError(0, {}) });
    } finally {
      setSending(false);
    }
  };
  const secondStep = secondStepIn(problem?.error);
  const leaveSecondStep = (error?: unknown) => {
    setProblem(undefined);
    form.state.form?.resetField('password');
    if (error !== undefined) fail({ fields: [], error });
  };
  return {
    submit,
    isSending,
    problem: secondStep ? undefined : problem,
    secondStep,
    leaveSecondStep,
    isDone: isDone !== undefined,
  };
}

/** The navigation state with which pages lead to the login. */
export type LoginState = { email?: string };

/** The address that the login starts with, if the previous page knew it. */
export const emailIn = (state: unknown): string =>
  isObject(state) && 'email' in state && typeof state.email === 'string' ? state.email : '';

export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.body.code === code;

function secondStepIn(error: unknown): AuthSubmit['secondStep'] {
  if (!(error instanceof ApiError)) return undefined;
  const { challenge, kinds } = error.body;
  return challenge === undefined || kinds === undefined ? undefined : { challenge, kinds };
}

const wrongFields = (page: AuthPage, errors: FieldErrors<AuthFields>): [AuthField, string][] =>
  fieldsOf[page].flatMap((field) => {
    const key = errors[field]?.message;
    return key === undefined ? [] : [[field, key]];
  });

/** Spec §8: an errors object is shown at the fields it names, if the page has them. */
export function refusedFields(error: unknown, page: AuthPage): [AuthField, string][] {
  const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return fieldsOf[page].flatMap((field) => {
    const key = errors[field];
    return key === undefined ? [] : [[field, key]];
  });
}

/**
 * Returns the message for the whole form; undefined when the fields show every error. Spec §8: 401 shows the server's message, else "Wrong
 * credentials"; 400 on register the server's message, else "Email already exists"; any other status has a fixed message.
 */
export function generalText(error: unknown, page: AuthPage, t: Translate): string | undefined {
  if (!(error instanceof ApiError)) return errorText(error, t);
  const { status, body } = error;
  const refused = Object.keys(body.errors ?? {});
  if (refused.length > 0 && refused.length === refusedFields(error, page).length) return undefined;
  const saysWhy = body.code !== undefined || body.message !== undefined;
  if (status === 401 && !saysWhy) return t('accounts:login.wrong_credentials');
  if (status === 400 && page === 'register' && !saysWhy) return t('accounts:register.email_exists');
  return status === 401 || (status === 400 && page === 'register') ? errorText(error, t) : statusText(error, t);
}
