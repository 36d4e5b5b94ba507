import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { NightWarning } from '#shared/staff/night-warnings.views.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { NightPlan } from '#shared/staff/nights.schemas.ts';
import { staffApi } from '#web/staff/staff-api.ts';

type State = StaffNightView['state'];
type Send = (version: number) => Promise<StaffNightView>;
type Options = { reason?: string } & Partial<Pick<Confirmation, 'confirmed'>>;

/** Brings a night into a state. @throws ApiError */
export const changeState = (night: StaffNightView, state: State, { reason, confirmed }: Options = {}): Promise<StaffNightView> =>
  bringInto(night, state, (version) => {
    const body = { version, state, ...(confirmed && { confirmed }), ...(reason !== undefined && { reason }) };
    return staffApi.staffNights.changeState({ id: night.id, body });
  });

/** Sends what brings a night into a state. Other texts or hours that somebody saved meanwhile do not stop it; another state does. @throws ApiError */
export async function bringInto({ id, version, state: before }: StaffNightView, state: State, send: Send): Promise<StaffNightView> {
  try {
    return await send(version);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const latest = await staffApi.staffNights.get({ id });
    // The answer was lost, or somebody else did the same.
    if (latest.state === state) return latest;
    if (latest.state !== before) throw error;
    return send(latest.version);
  }
}

/** What was confirmed about the warnings: which ones, and what ticket holders are mailed. */
export type Confirmation = { confirmed: string[]; tellHolders?: boolean; reason?: string };
export const NOTHING_CONFIRMED: Confirmation = { confirmed: [] };

/** The warnings about a command, and the way to repeat it with them confirmed. */
export type Question = { warnings: NightWarning[]; repeat(confirmation: Confirmation): void };

/** Holds the question that must be answered before a command can be repeated. */
export function useConfirmation() {
  const [question, setQuestion] = useState<Question>();
  return {
    question,
    close: () => setQuestion(undefined),
    /** Asks if the failure needs a confirmation; hands any other failure to `onFailed`. */
    ask(failure: unknown, plan: NightPlan, repeat: Question['repeat'], onFailed: (error: unknown) => boolean): boolean {
      if (!isToConfirm(failure)) return onFailed(failure);
      staffApi.staffNights.warnings(plan).then(
        ({ warnings }) => (warnings.length > 0 ? setQuestion({ warnings, repeat }) : onFailed(failure)),
        () => onFailed(failure),
      );
      return true;
    },
  };
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'conflict';
export const isToConfirm = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'night_to_confirm';
