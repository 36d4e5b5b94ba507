import config from './playwright.config.ts';
import { onDesktop, onPhone, projectOf } from './tests/setup/views.ts';

/** All journeys, those of the night too; what is about language or layout in each view. */
export default { ...config, testIgnore: [], projects: [projectOf(onPhone), projectOf(onDesktop)] };
