import { useSite } from './site.tsx';
import { useLanguage } from './use-language.ts';

/** The club's address, and directions if staff wrote them and there is room. */
export function Place({ hasRoom = true }: { hasRoom?: boolean }) {
  const site = useSite();
  const [address, directions] = useLanguage().language === 'ka' ? [site.addressKa, site.directionsKa] : [site.address, site.directions];
  return (
    <address className="type-meta not-italic">
      {address}
      {hasRoom && directions && <p className="type-measure whitespace-pre-line text-muted">{directions}</p>}
    </address>
  );
}
