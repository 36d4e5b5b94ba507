/**
 * True in `npm run test:system`: journeys run in each language and each layout, and histories in their full number. `npm test`, which runs
 * before each merge, takes the hardest view and a quarter of the histories (docs/decisions/0107).
 */
export const isWhole = process.env['TESTS'] === 'whole';
