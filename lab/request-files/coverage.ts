import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
const Answer = z.object({ id: z.number(), result: z.unknown().optional() });
const Taken = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ functionName: z.string(), ranges: z.array(z.object({ startOffset: z.number(), count: z.number() })) })),
    }),
  ),
});

/** `take` returns the functions of our files that ran since its last call, each as its file and position. */
export type Coverage = {
  take(): Promise<Set<string>>;
  /** Leaves these functions out of `filesOf`. */
  ignore(functions: ReadonlySet<string>): void;
  filesOf(functions: ReadonlySet<string>): Set<string>;
  close(): void;
};

/** Counts function calls of a running Node process through its inspector. @throws when nothing listens on the port */
export async function openCoverage(port: number, root: string): Promise<Coverage> {
  const [target] = Targets.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json());
  if (!target) throw new Error('the process has no inspector');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const open = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { success, data: answer } = Answer.safeParse(JSON.parse(String(data)));
    if (success) open.get(answer.id)?.(answer.result);
  });
  let last = 0;
  const send = (method: string, params = {}): Promise<unknown> => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => open.set(id, resolve));
  };
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const ignored = new Set<string>();
  const isOurs = (file: string): boolean => file.startsWith(root) && /^(server(?!\/fake-bank)|shared|web)\//.test(file.slice(root.length));
  return {
    async take() {
      const { result } = Taken.parse(await send('Profiler.takePreciseCoverage'));
      return new Set(
        result
          .filter(({ url }) => url.startsWith('file:') && isOurs(fileURLToPath(url)))
          .flatMap(({ url, functions }) =>
            functions
              .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
              .map(({ ranges }) => `${fileURLToPath(url).slice(root.length)}:${ranges[0]?.startOffset}`),
          ),
      );
    },
    ignore(functions) {
      for (const one of functions) ignored.add(one);
    },
    filesOf: (functions) => new Set([...functions].filter((one) => !ignored.has(one)).map((one) => one.slice(0, one.lastIndexOf(':')))),
    close: () => socket.close(),
  };
}
