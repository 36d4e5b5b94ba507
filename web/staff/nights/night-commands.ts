import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { NightWarning } from '#shared/staff/night-warnings.views.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { NightPlan } from '#shared/staff/nights.schemas.ts';
import { staffApi } from '#web/staff/staff-api.ts';

type State = StaffNightView['state'];
type Send = (version: number) => Promise<StaffNightView>;
type Words = { reason?: string } & Partial<Pick<Agreed, 'confirmed'>>;

/** Brings a night into a state. @throws ApiError */
export const changeState = (night: StaffNightView, state: State, { reason, confirmed }: Words = {}): Promise<StaffNightView> =>
  bringInto(night, state, (version) => {
    const body = { version, state, ...(confirmed && { confirmed }), ...(reason !== undefined && { reason }) };
    return staffApi.staffNights.changeState({ id: night.id, body });
  });

/** Sends what brings a night into a state. Other words or hours that somebody saved meanwhile are no reason against it; another state is. @throws ApiError */
export async function bringInto({ id, version, state: before }: StaffNightView, state: State, send: Send): Promise<StaffNightView> {
  try {
    return await send(version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffNights.get({ id });
    // The answer was lost on the way, or somebody did the same.
    if (latest.state === state) return latest;
    if (latest.state !== before) throw error;
    return send(latest.version);
  }
}

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

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'conflict';
