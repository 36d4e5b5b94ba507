import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { NightPlan } from '#shared/staff/nights.schemas.ts';
import type { NightWarning } from '#shared/staff/night-warnings.views.ts';
import { staffApi } from '#web/staff/staff-api.ts';

/** What an owner said about the warnings: which were seen, and what holders of tickets are told. */
export type Agreed = { confirmed: string[]; tellHolders?: boolean; reason?: string };
export const NOTHING_AGREED: Agreed = { confirmed: [] };

export type Asked = { warnings: NightWarning[]; again(agreed: Agreed): void };

/** What is asked before a command is sent again with its warnings confirmed. */
export function useConfirmation() {
  const [asked, setAsked] = useState<Asked>();
  return {
    asked,
    close: () => setAsked(undefined),
    /** Asks when that is what a command was refused for; returns false for every other failure. @throws ApiError */
    async ask(error: unknown, plan: NightPlan, again: Asked['again']): Promise<boolean> {
      const isToConfirm = error instanceof ApiError && error.body.code === 'night_to_confirm';
      const warnings = isToConfirm ? (await staffApi.staffNights.warnings(plan)).warnings : [];
      setAsked(warnings.length > 0 ? { warnings, again } : undefined);
      return warnings.length > 0;
    },
  };
}
