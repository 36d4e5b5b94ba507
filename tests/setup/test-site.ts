import { standardOpening } from '#shared/standard-opening.ts';
import type { Site } from '#shared/rendering.ts';

/** The club of tests that render a part of a page. */
export const testSite: Site = {
  name: 'Rkali',
  nameKa: 'რკალი',
  address: '',
  addressKa: '',
  timeZone: 'Asia/Tbilisi',
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
