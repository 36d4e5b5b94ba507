import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '#shared/errors.ts';
import { createStaffApi } from '#shared/staff-api.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

export const staffApi = createStaffApi(sendAsUser);

/** The address of a section: `guests/12` is `/staff/guests/12`. */
export const staffPath = (path: string): string => (path === '' ? '/staff' : `/staff/${path}`);

/**
 * How the console reads: on every screen anew, because others may have changed the data, and without retries: the user decides about those.
 * Without a network a request fails instead of waiting. Requests end after ten seconds and lead to the login once the session is over
 * (`fetch-send.ts`). Polling stops while the page is hidden. A refusal for a missing or resting right calls `onRefused`.
 */
export function createQueryClient(onRefused: () => void = () => undefined): QueryClient {
  const onError = (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    if (error.body.params?.['right'] !== undefined || error.body.code === 'second_factor_missing') onRefused();
  };
  // By default screens are notified after a timer, and a second key press would meet rows that have not moved yet.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, gcTime: 0, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  });
}

/** `next` is the cursor of the next page: the id of a record, or a day. */
type Page<T, Key> = { items: T[]; next: Key | null };
type ReadPage<T, Key> = (signal: AbortSignal) => Promise<Page<T, Key>>;

export type Pages<T> = {
  /** Changes with the filters. */
  key: string;
  items: T[];
  isFetching: boolean;
  error: unknown;
  hasMore: boolean;
  more(): void;
  /** Fetches what failed, or else all shown pages, again. */
  reload(): void;
  /** Replaces an old row by the changed one. */
  replace(isSame: (item: T) => boolean, item: T): void;
};

/** Loads a list page by page. With another key the old rows are shown until the new ones have loaded. */
export function usePages<T, Key extends number | string = number>(
  queryKey: QueryKey,
  load: (before: Key | undefined, signal: AbortSignal) => Promise<Page<T, Key>>,
): Pages<T> {
  const client = useQueryClient();
  const { data, isFetching, error, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery<
    Page<T, Key>,
    Error,
    InfiniteData<Page<T, Key>, ReadPage<T, Key>>,
    QueryKey,
    ReadPage<T, Key>
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) => pageParam(signal),
    initialPageParam: (signal) => load(undefined, signal),
    getNextPageParam: ({ next }) => (next === null ? null : (signal) => load(next, signal)),
    placeholderData: keepPreviousData,
  });
  return {
    key: hashKey(queryKey),
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    isFetching,
    error,
    hasMore: hasNextPage && !isFetching && error === null,
    more: () => void (isFetching || fetchNextPage()),
    reload: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    replace(isSame, item) {
      client.setQueryData<InfiniteData<Page<T, Key>>>(
        queryKey,
        (read) =>
          read && {
            ...read,
            pages: read.pages.map((page) => ({ ...page, items: page.items.map((each) => (isSame(each) ? item : each)) })),
          },
      );
    },
  };
}
