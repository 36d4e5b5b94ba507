import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FactorView, SecondFactorsView } from '#shared/accounts/second-factor.contract.ts';
import { dateText } from '#shared/dates.ts';
import { errorText, serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useCall } from '#web/lib/use-call.ts';
import { type Loaded, useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { hasPasskeys } from './passkey-browser.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { secondFactor } from './second-factor-api.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

type OpenDialog = { what: 'set up' | 'add passkey' } | { what: 'remove'; factor: FactorView } | { what: 'renew' };

/** The account's second factors and recovery codes. `onChanged`: what other components show may have changed. */
export function SecondFactors({ onChanged }: { onChanged(): void }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const own = useLoad((signal) => secondFactor.list({}, { signal }), []);
  const [dialog, setDialog] = useState<OpenDialog>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened the dialog may have disappeared; while a dialog is open, nothing beside it takes the focus.
  const changed = () => {
    flushSync(() => setDialog(undefined));
    heading.current?.focus();
    own.reload();
    onChanged();
  };
  // An answer may have been lost, so the list is fetched again.
  const close = () => {
    setDialog(undefined);
    own.reload();
  };
  return (
    <section aria-labelledby="second-factors" className="flex flex-col gap-6">
      <h3 ref={heading} id="second-factors" tabIndex={-1} className="type-lead font-bold">
        {t('accounts:second_factor.title')}
      </h3>
      <p className="type-body text-muted">{t('accounts:second_factor.lead')}</p>
      <Shown own={own} onOpen={setDialog} />
      {dialog?.what === 'set up' && <SetUpDialog isFirst={own.data?.factors.length === 0} onClose={close} onDone={changed} />}
      {dialog?.what === 'add passkey' && <PasskeyDialog isFirst={own.data?.factors.length === 0} onClose={close} onDone={changed} />}
      {dialog?.what === 'remove' && <RemoveDialog factor={dialog.factor} onClose={close} onDone={changed} />}
      {dialog?.what === 'renew' && <RecoveryCodesDialog onClose={close} onDone={changed} />}
    </section>
  );
}

function Shown({ own, onOpen }: { own: Loaded<SecondFactorsView>; onOpen(dialog: OpenDialog): void }) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  if (own.state === 'failed') return <ErrorState message={serverMessage(own.error, t('errors:other'), t)} onRetry={own.reload} />;
  if (!own.data) return <Skeleton className="h-30 w-full" />;
  const { factors, recoveryCodes, forced } = own.data;
  return (
    <>
      {forced && factors.length === 0 && <Forced forced={forced} />}
      {factors.length > 0 && (
        <ul aria-labelledby="second-factors" className="border-t border-hairline">
          {factors.map((factor) => (
            <Factor key={factor.id} factor={factor} onRemove={() => onOpen({ what: 'remove', factor })} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-4">
        <Button look="secondary" onClick={() => onOpen({ what: 'set up' })}>
          {t(factors.some(({ kind }) => kind === 'totp') ? 'accounts:second_factor.add_another' : 'accounts:second_factor.add')}
        </Button>
        {hasPasskeys() && (
          <Button look="secondary" onClick={() => onOpen({ what: 'add passkey' })}>
            {t('accounts:second_factor.add_passkey')}
          </Button>
        )}
      </div>
      {factors.length > 0 && (
        <div className="flex flex-col items-start gap-4">
          <p className={recoveryCodes < FEW ? 'font-semibold text-danger' : 'text-muted'}>
            {t('accounts:second_factor.codes_left', { count: recoveryCodes })}
          </p>
          <Button look="secondary" size="small" onClick={() => onOpen({ what: 'renew' })}>
            {t('accounts:second_factor.renew')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Fewer recovery codes than this deserve a warning. */
const FEW = 3;

function Forced({ forced: { until } }: { forced: NonNullable<SecondFactorsView['forced']> }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { language } = useLanguage();
  return (
    <p className="border-s-4 border-accent bg-surface-1 px-5 py-3">
      {t('accounts:second_factor.forced', { date: dateText(until, language, t) })}
    </p>
  );
}

function Factor({ factor, onRemove }: { factor: FactorView; onRemove(): void }) {
  const { t } = useTranslation(['common', 'accounts']);
  const { kind, name, createdAt, lastUsedAt } = factor;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-3">
      <div>
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="type-small text-muted">
          {t(`accounts:second_factor.kinds.${kind}`)} · {t('accounts:second_factor.added')} <DateText at={createdAt} />
          {lastUsedAt !== null && (
            <>
              {' · '}
              {t('accounts:second_factor.last_used')} <DateText at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button look="quiet" size="small" aria-label={t('accounts:second_factor.remove_of', { name })} onClick={onRemove}>
        {t('accounts:second_factor.remove')}
      </Button>
    </li>
  );
}

type RemoveDialogProps = { factor: FactorView; onClose(): void; onDone(): void };

function RemoveDialog({ factor: { id, kind, name }, onClose, onDone }: RemoveDialogProps) {
  const { t } = useTranslation(['common', 'accounts', 'errors']);
  const remove = async () => {
    await secondFactor.remove({ id });
    toast.success(t('accounts:second_factor.removed', { name }));
    onDone();
  };
  const { isPending, run } = useCall(remove, { onFailed: (error) => toast.error(errorText(error, t)) });
  return (
    <Dialog title={t(`accounts:second_factor.remove_titles.${kind}`)} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col gap-6">
        <p className="wrap-anywhere">{t(`accounts:second_factor.remove_texts.${kind}`, { name })}</p>
        <div className="flex flex-wrap gap-4">
          <Button look="danger" isPending={isPending} pendingLabel={t('accounts:second_factor.removing')} onClick={run}>
            {t('accounts:second_factor.remove')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('accounts:profile.cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
