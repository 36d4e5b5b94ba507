import type { Trackers } from '#shared/rendering.ts';
import { isTrackedPage } from '#shared/paths.ts';
import { PAGE_VIEW } from '#web/lib/track.ts';

type Tracker = { pageView(path: string): void };

/**
 * Loads the trackers' scripts and reports every page view to them, the present page first. Call it only after consent. Pages whose address
 * carries a token are never reported.
 */
export function startTrackers({ metaPixel, googleAnalytics }: Trackers): void {
  const trackers = [...(metaPixel ? [startMetaPixel(metaPixel)] : []), ...(googleAnalytics ? [startGoogleAnalytics(googleAnalytics)] : [])];
  const tell = () => {
    if (isTrackedPage(location.pathname)) for (const { pageView } of trackers) pageView(location.pathname);
  };
  globalThis.addEventListener(PAGE_VIEW, tell);
  tell();
}

type Pixel = {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[][];
  push?: unknown;
  loaded: true;
  version: string;
  disablePushState: true;
};

/** Until the script has loaded, commands wait in a queue under this name. */
function startMetaPixel(id: string): Tracker {
  const queue: unknown[][] = [];
  const fbq: Pixel = Object.assign(
    (...command: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...command);
      else queue.push(command);
    },
    { queue, loaded: true, version: '2.0', disablePushState: true } as const,
  );
  fbq.push = fbq;
  Object.assign(globalThis, { fbq, _fbq: fbq });
  // Turns off the pixel's automatic events for clicks and form fields.
  fbq('set', 'autoConfig', false, id);
  fbq('init', id);
  load('https://connect.facebook.net/en_US/fbevents.js');
  return { pageView: () => fbq('track', 'PageView') };
}

function startGoogleAnalytics(id: string): Tracker {
  const dataLayer: unknown[] = [];
  // Google's script reads `arguments`, not arrays.
  const gtag = function (..._command: unknown[]): void {
    // oxlint-disable-next-line prefer-rest-params
    dataLayer.push(arguments);
  };
  Object.assign(globalThis, { dataLayer, gtag });
  gtag('js', new Date());
  gtag('config', id, { send_page_view: false, allow_google_signals: false, allow_ad_personalization_signals: false });
  load(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  return {
    pageView: (path) => gtag('event', 'page_view', { page_location: location.origin + path, page_title: document.title }),
  };
}

function load(address: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = address;
  document.head.append(script);
}

const OURS_TO_DELETE = /^(_ga|_gid|_gat|_fbp|_fbc)/;

/** Deletes the cookies that the trackers have set, for every parent domain of this host. */
export function forgetTrackers(): void {
  const parts = location.hostname.split('.');
  const domains = ['', ...parts.map((_, place) => `; Domain=${parts.slice(place).join('.')}`)];
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (OURS_TO_DELETE.test(name)) for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
}
