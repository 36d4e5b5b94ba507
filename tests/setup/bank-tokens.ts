import { json, refusal, type Answer, type BankRequest } from './bank-server.ts';

/** How a bank states the expiry of a token: seconds, as a number or text, or an epoch in seconds or milliseconds. */
export type ExpiryForm = 'seconds' | 'text' | 'epoch seconds' | 'epoch milliseconds';

export type BankTokens = {
  form: ExpiryForm;
  lifeMs: number;
  /** The number of issued tokens. */
  given: number;
  /** Invalidates all issued tokens. */
  forget(): void;
  issue(): Answer;
  check(request: BankRequest): Answer | undefined;
};

/** Creates the access tokens of a bank, each valid until its expiry by the bank's clock. */
export function createBankTokens(now: () => number, lifeMs: number): BankTokens {
  const ends = new Map<string, number>();
  const tokens: BankTokens = {
    form: 'seconds',
    lifeMs,
    given: 0,
    forget: () => ends.clear(),
    issue: () => {
      tokens.given += 1;
      const token = `token-${tokens.given}`;
      ends.set(`Bearer ${token}`, now() + tokens.lifeMs);
      return json({ access_token: token, token_type: 'Bearer', expires_in: written(tokens.form, now(), tokens.lifeMs) });
    },
    check: ({ headers }) => ((ends.get(headers.authorization ?? '') ?? 0) > now() ? undefined : refusal('Unauthorized', 401)),
  };
  return tokens;
}

function written(form: ExpiryForm, now: number, lifeMs: number): number | string {
  if (form === 'text') return String(lifeMs / 1000);
  if (form === 'epoch seconds') return Math.floor((now + lifeMs) / 1000);
  if (form === 'epoch milliseconds') return now + lifeMs;
  return lifeMs / 1000;
}
