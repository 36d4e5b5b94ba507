/** Longer than any browser takes to start saving. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a fetched file in the browser under a name. */
export function saveFile(content: unknown, name: string): void {
  if (!(content instanceof Blob)) throw new TypeError('This is no file.');
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
