/** Loaded with the first picture, because the library is large. One thread and no cache leave resources for requests. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
