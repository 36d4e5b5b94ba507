/** The path without the slashes at its end. A loop, because a regular expression for this is quadratic on a path of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
