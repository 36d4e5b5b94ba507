import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { NightReleasesView } from '#shared/staff/releases.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type GiftDialogProps = { night: NightReleasesView; onDone(): void; onClose(): void };
type Typed = Record<'firstName' | 'lastName' | 'email' | 'language' | 'quantity' | 'releaseId' | 'reason' | 'key', string>;

/** Tickets for a named guest. They leave by mail at once, so everything is said before. */
export function GiftDialog({ night, onDone, onClose }: GiftDialogProps) {
  const { t } = useTranslation(['common', 'staff-releases', 'forms']);
  const { language } = useLanguage();
  const empty: Typed = { firstName: '', lastName: '', email: '', language, quantity: '1', releaseId: '', reason: '', key: '' };
  const [typed, change, forget] = useDraft(`gift-${night.id}`, empty);
  const [wasGiven, setGiven] = useState(false);
  const { isBusy, wrong, run } = useCommand();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { firstName, lastName, email, reason, quantity, releaseId } = typed;
    const body = {
      firstName,
      lastName,
      email,
      reason,
      language: LANGUAGES.find((one) => one === typed.language) ?? language,
      // What is no number is told by the server, at its field.
      quantity: /^\d+$/.test(quantity.trim()) ? Number(quantity) : 0,
      releaseId: releaseId === '' ? null : Number(releaseId),
    };
    // It lives with what is typed: after a reload, or in a copy of this tab, pressing again is still the same gift.
    const idempotencyKey = typed.key || crypto.randomUUID();
    change({ key: idempotencyKey });
    let isAnother = false;
    const isDone = await run(async () => {
      await staffApi.staffReleases.give({ id: night.id, body }, { idempotencyKey }).catch((error: unknown) => {
        isAnother = error instanceof ApiError && error.body.code === 'idempotency_reused';
        if (!isAnother) throw error;
      });
    });
    onDone();
    setGiven(isAnother);
    // The answer was lost, and then something else was typed: whoever presses again wants a second gift.
    if (isAnother) change({ key: '' });
    if (!isDone || isAnother) return;
    forget();
    toast.success(t('staff-releases:given', { email }));
    onClose();
  };
  const control = (name: keyof Typed) => ({
    id: `gift-${name}`,
    value: typed[name],
    error: wrong[name] && validationText(wrong[name], t),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <Dialog title={t('staff-releases:give')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-5">
        <p className="text-muted">{t('staff-releases:give_text')}</p>
        <div className="grid gap-5 tablet:grid-cols-2">
          <Field label={t('staff-releases:first_name')} autoComplete="off" {...control('firstName')} />
          <Field label={t('staff-releases:last_name')} autoComplete="off" {...control('lastName')} />
        </div>
        <Field type="email" label={t('staff-releases:email')} autoComplete="off" {...control('email')} />
        <div className="grid gap-5 tablet:grid-cols-2">
          <Select label={t('staff-releases:language')} {...control('language')}>
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {t(`staff-releases:languages.${one}`)}
              </option>
            ))}
          </Select>
          <Field label={t('staff-releases:how_many')} inputMode="numeric" {...control('quantity')} />
        </div>
        <Select label={t('staff-releases:release')} hint={t('staff-releases:release_hint')} {...control('releaseId')}>
          <option value="">{t('staff-releases:guest_list_free', { count: night.free })}</option>
          {night.releases.map((release) => (
            <option key={release.id} value={release.id}>
              {t('staff-releases:release_free', { name: language === 'ka' ? release.name : release.nameLat, free: release.free })}
            </option>
          ))}
        </Select>
        <Field label={t('staff-releases:reason')} hint={t('staff-releases:reason_hint')} {...control('reason')} />
        {wasGiven && (
          <p role="alert" className="border border-danger p-4">
            {t('staff-releases:given_before')}
          </p>
        )}
        <div className="flex flex-wrap gap-4">
          <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('staff-releases:giving')}>
            {t('staff-releases:give_send')}
          </Button>
          <Button look="secondary" size="small" onClick={onClose}>
            {t('staff-releases:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
