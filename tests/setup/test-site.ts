import { standardOpening } from '#shared/opening.ts';
import type { Site } from '#shared/rendering.ts';

/** The club of tests that render a part of a page. */
export const testSite: Site = {
  name: 'Rkali',
  nameKa: 'რკალი',
  address: '',
  addressKa: '',
  directions: '',
  directionsKa: '',
  email: '',
  phone: '',
  socialLinks: [],
  opening: standardOpening,
  capacity: 400,
  stages: 2,
  waitlist: true,
  publicUrl: '',
};
