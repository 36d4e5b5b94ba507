export type LastingEvent = Event & { waitUntil(work: Promise<unknown>): void };
export type Asked = LastingEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type Told = LastingEvent & { data: unknown };

type WorkerScope = {
  addEventListener(name: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(name: 'message', listener: (event: Told) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { unregister(): Promise<boolean> };
};

/** TypeScript knows pages or workers, never both in one project; these few names are all the worker uses. */
export const scope = globalThis as unknown as WorkerScope;
