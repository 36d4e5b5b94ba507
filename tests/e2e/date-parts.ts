import type { Locator } from 'playwright-core';

/** Types a date or a time into its parts, which lead to each other: `21112026`, `0600`. */
export async function typeParts(group: Locator, digits: string): Promise<void> {
  await group.getByRole('spinbutton').first().focus();
  await group.page().keyboard.type(digits);
}
