import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { hasPasskeys } from './passkey-browser.ts';

/** A way to prove a second factor. */
type Way = 'passkey' | 'code' | 'recovery';

/** The ways of an account with these kinds of second factors in this browser, best first. */
export function waysOf(kinds: readonly string[]): [Way, ...Way[]] {
  const hasApp = kinds.includes('totp');
  if (kinds.includes('passkey') && hasPasskeys()) return ['passkey', ...(hasApp ? (['code'] as const) : []), 'recovery'];
  return hasApp ? ['code', 'recovery'] : ['recovery'];
}

type OtherWaysProps = { ways: readonly Way[]; way: Way; onChange(way: Way): void };

export function OtherWays({ ways, way, onChange }: OtherWaysProps) {
  const { t } = useTranslation(['common', 'accounts']);
  const others = ways.filter((other) => other !== way);
  return (
    others.length > 0 && (
      <ul className="flex flex-col items-start gap-2">
        {others.map((other) => (
          <li key={other}>
            <Button look="quiet" size="small" className="text-start" onClick={() => onChange(other)}>
              {t(`accounts:second_factor.ways.${other}`)}
            </Button>
          </li>
        ))}
      </ul>
    )
  );
}
