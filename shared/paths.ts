import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';

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
  /** Tickets at the door, on the guest's own phone. Printed QR codes contain this address. */
  doorSale: (id: number): string => `/Events/${id}/walk-up`,
  cart: '/Cart',
  paymentSuccess: '/successpayment',
  paymentFailure: '/failpayment',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  changePassword: '/change_password',
  invitation: '/invitation',
  /** The list's token follows `#`. */
  ownList: '/list',
  promoter: '/promoter',
  /** A transferred ticket; the link's token follows `#`. */
  acceptTransfer: '/ticket',
  emailProof: '/prove-email',
  scanner: '/QRScan',
  profile: '/profile',
  myTickets: '/profile#my-tickets',
  offline: '/offline',
  /** The console's own addresses are defined with its sections (web/staff/sections.ts). */
  staff: '/staff',
} as const;

export type EventsTab = 'upcoming' | 'past';

/** English has the plain address; other languages are added to it. */
export const inLanguage = (path: string, language: Language): string => (language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`);

/** Returns the path without trailing slashes. A loop, because a regular expression would be quadratic on a path of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

const plain = (path: string): string => withoutEndSlashes(path.toLowerCase());
const SECRET = [
  paths.changePassword,
  paths.invitation,
  paths.ownList,
  paths.promoter,
  paths.acceptTransfer,
  paths.emailProof,
  paths.paymentSuccess,
  paths.paymentFailure,
];

/** Returns true if the page's address contains a token: it is neither reported nor stored. */
export const isSecretPage = (path: string): boolean => SECRET.some((secret) => plain(secret) === plain(path));

export const isScannerPage = (path: string): boolean => plain(path) === plain(paths.scanner);
