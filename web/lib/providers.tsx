import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { useLocation } from 'react-router';
import type { PostedForm, Site } from '#shared/rendering.ts';
import { TranslatorProvider } from '#web/ui/translation.tsx';
import type { Translator } from '#web/ui/translator.ts';
import { NowProvider } from './now.tsx';
import { SiteProvider } from './site.tsx';

/** The result of a form that was sent without script, if this page is its answer. */
const PostedContext = createContext<PostedForm | undefined>(undefined);

/** React Router's key of the first page of a visit, on the server and in the browser. */
const FIRST_PAGE = 'default';

/** Returns the result on the first page of the visit only, not after a navigation. */
export function usePosted(): PostedForm | undefined {
  const posted = useContext(PostedContext);
  return useLocation().key === FIRST_PAGE ? posted : undefined;
}

/** The bar of the open house; its code loads only around an event. */
const TonightContext = createContext<ComponentType | undefined>(undefined);

export const useTonightBar = (): ComponentType | undefined => useContext(TonightContext);

type ProvidersProps = {
  translator: Translator;
  site: Site;
  now: string;
  posted?: PostedForm | undefined;
  TonightBar?: ComponentType | undefined;
  children: ReactNode;
};

/** The contexts of every screen, the same around the server's router and the browser's. */
export function Providers({ translator, site, now, posted, TonightBar, children }: ProvidersProps) {
  return (
    <TranslatorProvider value={translator}>
      <SiteProvider site={site}>
        <NowProvider start={now}>
          <PostedContext value={posted}>
            <TonightContext value={TonightBar}>{children}</TonightContext>
          </PostedContext>
        </NowProvider>
      </SiteProvider>
    </TranslatorProvider>
  );
}
