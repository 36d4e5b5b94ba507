import { useEffect } from 'react';
import type { Resolver } from 'react-hook-form';
import { withRetries } from '#web/lib/lazy-routes.ts';
import type { AuthFields, AuthPage } from './auth-fields.ts';

const fetchRules = () => import('./auth-schema.ts');

/** Resolver of a page's part of the shared form, loaded when first needed. Rules that cannot be loaded are an error of the form, not of a field. */
export function lazyResolver(page: AuthPage): Resolver<AuthFields> {
  return async (...args) => {
    try {
      const { resolverOf } = await withRetries(fetchRules);
      return await resolverOf(page)(...args);
    } catch {
      return { values: {}, errors: { root: { type: 'no rules' } } };
    }
  };
}

/** Loads the rules as soon as a field has the focus, so that they do not delay the page. */
export function usePreloadedRules(): void {
  useEffect(() => {
    const fetchAhead = ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement) fetchRules().catch(() => undefined);
    };
    document.addEventListener('focusin', fetchAhead);
    return () => document.removeEventListener('focusin', fetchAhead);
  }, []);
}
