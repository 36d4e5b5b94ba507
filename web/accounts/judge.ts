import { useEffect } from 'react';
import type { Resolver } from 'react-hook-form';
import { patiently } from '#web/lib/patience.ts';
import type { AuthFields, AuthPage } from './auth-fields.ts';

const fetchRules = () => import('./auth-schema.ts');

/** Judges a page's part of the shared form. Rules that cannot be had are an error of the form itself, and of none of its fields. */
export function judge(page: AuthPage): Resolver<AuthFields> {
  return async (...asked) => {
    try {
      const { resolverOf } = await patiently(fetchRules);
      return await resolverOf(page)(...asked);
    } catch {
      return { values: {}, errors: { root: { type: 'no rules' } } };
    }
  };
}

/** Fetches the rules ahead, as soon as somebody is in a field: the page is seen, and typed into, without their weight. */
export function useRulesInTime(): void {
  useEffect(() => {
    const fetchAhead = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) fetchRules().catch(() => undefined);
    };
    document.addEventListener('focusin', fetchAhead);
    return () => document.removeEventListener('focusin', fetchAhead);
  }, []);
}
