export const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** The names in double braces: `{{hold}}` → `hold`. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
