import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';

/** Opens and closes password and devices; their script loads the first time. */
export function SecuritySection({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'accounts']);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const toggle = () => {
    setOpened(true);
    setOpen(!isOpen);
  };
  return (
    <section aria-labelledby="security" className="flex flex-col gap-6">
      <h2 id="security" className="type-display-s">
        {t('accounts:security.title')}
      </h2>
      <div>
        <Button look="secondary" className="wrap-anywhere" aria-expanded={isOpen} aria-controls="security-body" onClick={toggle}>
          {t(isOpen ? 'accounts:security.close' : 'accounts:security.open')}
        </Button>
      </div>
      <div id="security-body" hidden={!isOpen}>
        {wasOpened && <Fetched email={email} />}
      </div>
    </section>
  );
}

function Fetched({ email }: { email: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const script = useLoad(() => import('./security.tsx'), []);
  if (script.state === 'failed') return <ErrorState message={errorText(script.error, t)} onRetry={script.reload} />;
  if (!script.data) return <Skeleton className="h-120 w-full" />;
  const { Security } = script.data;
  return <Security email={email} />;
}
