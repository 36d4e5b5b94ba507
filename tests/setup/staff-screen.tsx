import { createServer, type RequestListener } from 'node:http';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import common from '#shared/locales/en/common.json' with { type: 'json' };
import errors from '#shared/locales/en/errors.json' with { type: 'json' };
import forms from '#shared/locales/en/forms.json' with { type: 'json' };
import staffNights from '#shared/locales/en/staff-nights.json' with { type: 'json' };
import staffOrders from '#shared/locales/en/staff-orders.json' with { type: 'json' };
import siteTextsLocale from '#shared/locales/en/staff-words.json' with { type: 'json' };
import { standardOpening } from '#shared/standard-opening.ts';
import { Providers } from '#web/lib/providers.tsx';
import { createQueryClient } from '#web/staff/staff-api.ts';
import { createTranslator } from '#web/ui/translator.ts';

// For tests whose first line is `// @vitest-environment happy-dom`.

const en = { common, errors, forms, 'staff-nights': staffNights, 'staff-orders': staffOrders, 'staff-words': siteTextsLocale };
export const translator = createTranslator('en', { en, ka: {} });
const site = {
  name: 'Rkali',
  nameKa: 'რკალი',
  address: '',
  addressKa: '',
  timeZone: 'Asia/Tbilisi',
  directions: '',
  directionsKa: '',
  email: '',
  phone: '',
  socialLinks: [],
  opening: standardOpening,
  capacity: 400,
  stages: 2,
  waitlist: true,
  publicUrl: '',
};

/** The contexts of every screen of the console. */
function Console({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <Providers translator={translator} site={site} now="2026-11-20T18:00:00+04:00">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
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
  const server = createServer(listener);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  location.href = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}
