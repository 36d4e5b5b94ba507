/** The library is large, so it is loaded with the first picture. One thread and no cache, because the site keeps serving. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
