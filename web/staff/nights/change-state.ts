import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { isConflict } from './use-saving.ts';

type State = StaffNightView['state'];

/** Brings a night into a state. Other words or hours that somebody saved meanwhile are no reason against it; another state is. @throws ApiError */
export async function changeState({ id, version, state: before }: StaffNightView, state: State, reason?: string): Promise<StaffNightView> {
  const send = (upon: number) =>
    staffApi.staffNights.changeState({ id, body: { version: upon, state, ...(reason !== undefined && { reason }) } });
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
