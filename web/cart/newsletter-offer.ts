import { useState } from 'react';
import { newsletterContract } from '#shared/accounts/newsletter.contract.ts';
import { createClient } from '#shared/contract.ts';
import { api, sendAsUser } from '#web/lib/browser-api.ts';
import { useLoad } from '#web/lib/use-load.ts';

const { newsletter } = createClient({ newsletter: newsletterContract }, sendAsUser);

/** The longest that the bank's page waits for this answer. */
const ANSWER_MS = 3_000;

type NewsletterOffer = {
  /** Whether the cart shows the checkbox. */
  isOffered: boolean;
  isWanted: boolean;
  tick(isWanted: boolean): void;
  /** Stores a yes; a no is not stored. */
  answer(): Promise<void>;
};

/** Offers the newsletter beside the terms of an order, unless the guest has already said yes. */
export function useNewsletterOffer(): NewsletterOffer {
  const { data: isOffered = false } = useLoad(mayOffer, []);
  const [isWanted, setWanted] = useState(false);
  const answer = async () => {
    if (!isWanted) return;
    // The sale does not depend on it, and the profile offers the newsletter, too.
    await newsletter.choose({ body: { isWanted: true, mayWait: true } }, { timeoutMs: ANSWER_MS }).catch(() => undefined);
  };
  return { isOffered, isWanted, tick: setWanted, answer };
}

async function mayOffer(signal: AbortSignal): Promise<boolean> {
  const { wantsNewsletter } = await api.accounts.me({}, { signal });
  return !wantsNewsletter;
}
