import { createServer, type RequestListener } from 'node:http';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import common from '#shared/locales/en/common.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import forms from '#shared/locales/en/forms.json' with { type: 'json' };
import staff from '#shared/locales/en/staff.json' with { type: 'json' };
import staffEvents from '#shared/locales/en/staff-events.json' with { type: 'json' };
import staffOrders from '#shared/locales/en/staff-orders.json' with { type: 'json' };
import siteTextsLocale from '#shared/locales/en/staff-site-content.json' with { type: 'json' };
import { Providers } from '#web/lib/providers.tsx';
import { createQueryClient } from '#web/staff/staff-api.ts';
import { ConsoleLocale } from '#web/staff/ui/locale.tsx';
import { createTranslator } from '#web/ui/translator.ts';
import { listening } from './listening.ts';
import { testSite } from './test-site.ts';

// For tests whose first line is `// @vitest-environment happy-dom`.

const en = {
  common,
  errors,
  forms,
  staff,
  'staff-events': staffEvents,
  'staff-orders': staffOrders,
  'staff-site-content': siteTextsLocale,
};
export const translator = createTranslator('en', { en, ka: {} });

/** The contexts of every screen of the console. */
function Console({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <Providers translator={translator} site={testSite} now="2026-11-20T18:00:00+04:00">
      <ConsoleLocale>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </ConsoleLocale>
    </Providers>
  );
}

/** Renders a part of the console until the test ends. */
export function showStaff(part: ReactNode) {
  onTestFinished(cleanup);
  return render(part, { wrapper: Console });
}

/** Runs a hook of the console until the test ends. */
export function runStaffHook<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  onTestFinished(cleanup);
  return renderHook(hook, { initialProps, wrapper: Console });
}

/** Answers the calls of the console until the test ends. */
export async function answerCalls(listener: RequestListener): Promise<void> {
  location.href = `http://127.0.0.1:${await listening(createServer(listener))}/`;
}
