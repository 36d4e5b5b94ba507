/** Every page of the site. Routes match in any letter case; links use these spellings. */
export const paths = {
  home: '/',
  about: '/about',
  rentals: '/Rentals',
  djs: '/DJs',
  gallery: '/gallery',
  terms: '/terms',
  allEvents: '/AllEvents',
  events: (tab: EventsTab): string => `/AllEvents/${tab}`,
  event: (id: number): string => `/Events/${id}`,
  cart: '/Cart',
  paymentSuccess: '/successpayment',
  paymentFailure: '/failpayment',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  changePassword: '/change_password',
  scanner: '/QRScan',
  profile: '/profile',
  offline: '/offline',
  /** The console's own addresses are with its sections (web/staff/sections.ts). */
  staff: '/staff',
} as const;

export type EventsTab = 'upcoming' | 'past';

/** Returns the path without slashes at its end. A loop, because a regular expression for this is quadratic on a path of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
