/** Builds what the browser loads and the renderer for the server, unless dist/ is good as it is. */
export function buildSite(node: string): Promise<void>;
