import { redirectDocument, type LoaderFunction, type RouteObject } from 'react-router';
import type { Api } from '#shared/api.ts';
import type { Handle, Page, Screen } from '#web/lib/page.ts';
import { ErrorPage } from '#web/layout/error-page.tsx';
import { Root } from './root.tsx';

/** Every screen. Addresses match in any letter case; `shared/paths.ts` has the canonical ones. */
const screens: Screen[] = [
  { id: 'home/home', path: '/', handle: { namespaces: ['events', 'home'] }, load: () => import('./home/home.page.tsx') },
  {
    id: 'events/all-events',
    path: '/AllEvents/:tab?',
    handle: { namespaces: ['events'] },
    load: () => import('./events/all-events.page.tsx'),
  },
  { id: 'events/event', path: '/Events/:id', handle: { namespaces: ['events'] }, load: () => import('./events/event.page.tsx') },
  {
    id: 'orders/payment-success',
    path: '/successpayment',
    handle: { namespaces: ['orders'] },
    load: () => import('./orders/payment-success.page.tsx'),
  },
  {
    id: 'orders/payment-failure',
    path: '/failpayment',
    handle: { namespaces: ['orders'] },
    load: () => import('./orders/payment-failure.page.tsx'),
  },
  {
    id: 'accounts/login',
    path: '/login',
    handle: { namespaces: ['accounts', 'account-errors', 'forms'] },
    load: () => import('./accounts/login.page.tsx'),
  },
  {
    id: 'accounts/register',
    path: '/register',
    handle: { namespaces: ['accounts', 'account-errors', 'forms'] },
    load: () => import('./accounts/register.page.tsx'),
  },
  {
    id: 'accounts/forgot-password',
    path: '/forgot-password',
    handle: { namespaces: ['accounts', 'account-errors', 'forms'] },
    load: () => import('./accounts/forgot-password.page.tsx'),
  },
  {
    id: 'accounts/change-password',
    path: '/change_password',
    handle: { namespaces: ['accounts', 'account-errors', 'forms'], shell: true },
    load: () => import('./accounts/change-password.page.tsx'),
  },
  {
    id: 'accounts/invitation',
    path: '/invitation',
    handle: { namespaces: ['accounts', 'account-errors', 'staff'], shell: true },
    load: () => import('./accounts/invitation.page.tsx'),
  },
  {
    id: 'promoters/promoter',
    path: '/promoter',
    handle: { namespaces: ['promoters'], shell: true },
    load: () => import('./promoters/promoter.page.tsx'),
  },
  {
    id: 'tickets/take-ticket',
    path: '/ticket',
    handle: { namespaces: ['transfers', 'transfer-errors', 'door-sale', 'accounts', 'account-errors', 'forms'], shell: true },
    load: () => import('./tickets/take-ticket.page.tsx'),
  },
  {
    id: 'door-sale/door-sale',
    path: '/Events/:id/walk-up',
    handle: { namespaces: ['door-sale', 'accounts', 'account-errors', 'transfer-errors', 'forms'], shell: true },
    load: () => import('./door-sale/door-sale.page.tsx'),
  },
  {
    id: 'lists/own-list',
    path: '/list',
    handle: { namespaces: ['lists'], shell: true },
    load: () => import('./guest-lists/own-list.page.tsx'),
  },
  {
    id: 'accounts/prove-email',
    path: '/prove-email',
    handle: { namespaces: ['accounts', 'account-errors'], shell: true },
    load: () => import('./accounts/prove-email.page.tsx'),
  },
  {
    id: 'profile/profile',
    path: '/profile',
    handle: { namespaces: ['accounts', 'account-errors', 'forms', 'tickets', 'transfers', 'transfer-errors'], shell: true },
    load: () => import('#web/profile/profile.page.tsx'),
  },
  {
    id: 'cart/cart',
    path: '/Cart',
    handle: { namespaces: ['cart', 'account-errors', 'forms'], shell: true },
    load: () => import('./cart/cart.page.tsx'),
  },
  {
    id: 'door/scanner',
    path: '/QRScan',
    handle: { namespaces: ['door', 'account-errors', 'staff-errors'], shell: true, ownDocument: true },
    load: () => import('./door/scanner.page.tsx'),
  },
  {
    id: 'staff/staff',
    path: '/staff',
    handle: { namespaces: ['staff', 'staff-orders', 'account-errors', 'staff-errors', 'forms'], shell: true },
    load: () => import('./staff/staff.page.tsx'),
    children: [
      {
        id: 'staff/section',
        path: '',
        handle: { namespaces: [], shell: true },
        load: () => import('./staff/section.page.tsx'),
        // The other sections are added on the first visit (`sectionRoutes`). The router looks for further routes only at an address with a
        // parameter, so the route without one is here.
        children: [
          {
            id: 'staff/start',
            path: '',
            handle: { namespaces: ['staff-home'], shell: true },
            load: () => import('./staff/start/start.tsx'),
          },
          { id: 'staff/no-section', path: '*', handle: { namespaces: [], shell: true }, load: () => import('./staff/no-section.tsx') },
        ],
      },
    ],
  },
  { id: 'about/about', path: '/about', handle: { namespaces: ['pages'] }, load: () => import('./about/about.page.tsx') },
  { id: 'rentals/rentals', path: '/Rentals', handle: { namespaces: ['pages', 'forms'] }, load: () => import('./rentals/rentals.page.tsx') },
  { id: 'djs/djs', path: '/DJs', handle: { namespaces: ['pages', 'events', 'forms'] }, load: () => import('./djs/djs.page.tsx') },
  { id: 'gallery/gallery', path: '/gallery/:page?', handle: { namespaces: ['pages'] }, load: () => import('./gallery/gallery.page.tsx') },
  { id: 'terms/terms', path: '/terms', handle: { namespaces: ['terms'] }, load: () => import('./terms/terms.page.tsx') },
  { id: 'offline/offline', path: '/offline', handle: { namespaces: ['pages'] }, load: () => import('./offline/offline.page.tsx') },
  { id: 'not-found/not-found', path: '*', handle: { namespaces: [], status: 404 }, load: () => import('./not-found/not-found.page.tsx') },
];

/** The routes with an API for their loaders: the browser's, or the server's own while it renders. */
export function createRoutes(api: Api): RouteObject[] {
  const children = screens.map((screen) => toRoute(screen, api));
  return [{ id: 'root', Component: Root, children: [{ id: 'screens', ErrorBoundary: ErrorPage, children }] }];
}

/** The console's sections but the first, children of its route `staff/section`: most visitors never need this table. */
export async function sectionRoutes(api: Api): Promise<RouteObject[]> {
  const { sections } = await import('./staff/sections.ts');
  return sections.map((section) => toRoute(section, api));
}

function toRoute({ id, path, handle: said, load, children }: Screen, api: Api): RouteObject {
  const handle = { ...said };
  const lazy = async () => {
    const page = await load();
    if (page.meta) handle.meta = page.meta;
    const { default: Component, ErrorBoundary } = page;
    const loader = loaderOf(page, handle, api);
    return { Component, ...(ErrorBoundary && { ErrorBoundary }), ...(loader && { loader }) };
  };
  return { id, path, handle, lazy, ...(children && { children: children.map((child) => toRoute(child, api)) }) };
}

function loaderOf({ loader }: Page, { ownDocument }: Handle, api: Api): LoaderFunction | undefined {
  if (ownDocument) return import.meta.env.SSR ? () => null : ({ request }) => redirectDocument(request.url);
  return loader ? ({ params, request }) => loader(api, { params, request }) : undefined;
}
