/** Yields the data of each server-sent event of a stream. */
export async function* readEvents(response: Response): AsyncGenerator<unknown> {
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (text + piece).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length));
  }
}
