import { ApiError, type ErrorBody } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { statusOf } from '#web/lib/shown-screen.ts';

/** Why a list is missing, as data: what a loader answers travels to the browser as JSON. */
export type ListFailure = { status: number; body: Partial<ErrorBody> };

/** Somebody between us and the server may answer anything: enough of it is looked at that no screen breaks. @throws when it is no event */
export function asEvent(answer: EventView): EventView {
  if (!isEvent(answer)) throw new TypeError('This is no event.');
  return answer;
}

/** @throws when it is no list of events */
export function asEvents(answer: readonly EventView[]): EventView[] {
  return answer.map(asEvent);
}

export const failureIn = (list: PromiseSettledResult<unknown>): ListFailure | null =>
  list.status === 'fulfilled' ? null : { status: statusOf(list.reason), body: list.reason instanceof ApiError ? list.reason.body : {} };

export const eventsIn = (list: PromiseSettledResult<EventView[]>): EventView[] => (list.status === 'fulfilled' ? list.value : []);

function isEvent(answer: Partial<EventView> | null | undefined): boolean {
  if (!answer || !Array.isArray(answer.lineUps) || !Array.isArray(answer.baskets)) return false;
  return Date.parse(answer.startDate ?? '') <= Date.parse(answer.endDate ?? '');
}
