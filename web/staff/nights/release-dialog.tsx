import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isCalendarDay } from '#shared/accounts/age.ts';
import { fromVenue, toWireTime } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { writtenTime } from '#shared/events/night-times.ts';
import { moneyText } from '#shared/money.ts';
import { readPrice, writePrice, type ReleaseInput } from '#shared/staff/release-input.ts';
import type { NightReleasesView, ReleaseView } from '#shared/staff/releases.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { MomentField } from '#web/staff/parts/moment-field.tsx';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { useDraft } from '#web/staff/parts/use-draft.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

type ReleaseDialogProps = { night: NightReleasesView; edited: ReleaseView | 'new'; reload(): void; onClose(): void };
const FIELDS = ['name', 'nameLat', 'price', 'quota', 'onSaleFrom', 'onSaleUntil'] as const;
/** `version` is what typing began from. */
type Typed = Record<(typeof FIELDS)[number] | 'version' | 'key', string>;

/** What the boxes of a moment hold, in venue time. What is half written is sent as it is, and refused at its field. */
const toControl = (at: string | null): string => at?.slice(0, 16) ?? '';
function fromControl(text: string): string | null {
  const [day = '', time = ''] = text.split('T');
  const [hour, minute] = writtenTime(time)?.split(':').map(Number) ?? [];
  if (!isCalendarDay(day) || hour === undefined) return text || null;
  return toWireTime(fromVenue(day, hour, minute));
}

const typedOf = (release: ReleaseView | 'new'): Typed =>
  release === 'new'
    ? { name: '', nameLat: '', price: '', quota: '', onSaleFrom: '', onSaleUntil: '', version: '', key: '' }
    : {
        name: release.name,
        nameLat: release.nameLat,
        price: writePrice(release.price),
        quota: String(release.quota),
        onSaleFrom: toControl(release.onSaleFrom),
        onSaleUntil: toControl(release.onSaleUntil),
        version: String(release.version),
        key: '',
      };

const isSame = (a: Typed, b: Typed): boolean => FIELDS.every((field) => a[field] === b[field]);

function toInput({ name, nameLat, price, quota, onSaleFrom, onSaleUntil }: Typed): ReleaseInput {
  return {
    name,
    nameLat,
    // What is no number is told by the server, at its field.
    price: readPrice(price) ?? (price.trim() === '' ? null : -1),
    quota: /^\d+$/.test(quota.trim()) ? Number(quota) : -1,
    onSaleFrom: fromControl(onSaleFrom),
    onSaleUntil: fromControl(onSaleUntil),
  };
}

/** A release to write or to change. What somebody else changed meanwhile is shown before it is written over. */
export function ReleaseDialog({ night, edited, reload, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation(['common', 'staff-releases', 'staff-nights', 'forms']);
  const [fresh] = useState(() => typedOf(edited));
  const [typed, change, forget] = useDraft(`release-${night.id}-${edited === 'new' ? 'new' : edited.id}`, fresh);
  const [wasKept] = useState(() => !isSame(typed, fresh));
  const { isBusy, wrong, run } = useCommand();
  const latest = edited === 'new' ? undefined : night.releases.find(({ id }) => id === edited.id);
  const isBehind = latest !== undefined && String(latest.version) !== typed.version;
  const newer = isBehind && !isSame(typedOf(latest), typed) ? latest : undefined;

  const end = () => {
    forget();
    toast.success(t('staff-releases:saved'));
    onClose();
  };
  const save = async (version: string) => {
    // It lives with what is typed: pressing again after a reload is still the same release.
    const idempotencyKey = typed.key || crypto.randomUUID();
    change({ key: idempotencyKey, version });
    let isRefused = false;
    const isDone = await run(async () => {
      const body = toInput(typed);
      try {
        if (edited === 'new') await staffApi.staffReleases.add({ id: night.id, body }, { idempotencyKey });
        else await staffApi.staffReleases.change({ id: edited.id, body: { ...body, version: Number(version) } });
      } catch (error) {
        isRefused = error instanceof ApiError && error.body.code === 'conflict';
        if (!isRefused) throw error;
      }
    });
    reload();
    if (isDone && !isRefused) end();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The answer was lost on the way: what stands there is what was typed.
    if (isBehind && !newer) end();
    else void save(typed.version);
  };
  const control = (name: (typeof FIELDS)[number]) => ({
    id: `release-${name}`,
    value: typed[name],
    error: wrong[name] && validationText(wrong[name], t),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const moment = (name: 'onSaleFrom' | 'onSaleUntil') => ({
    ...control(name),
    onChange: (at: string) => change({ [name]: at }),
  });
  const cancel = () => {
    forget();
    onClose();
  };
  const taken =
    latest && latest.sold + latest.held > 0 ? t('staff-releases:quota_hint', { sold: latest.sold, held: latest.held }) : undefined;
  return (
    <Dialog title={t(edited === 'new' ? 'staff-releases:new' : 'staff-releases:edit_title')} className="p-6" onClose={onClose}>
      <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
        {wasKept && <output className="text-muted">{t('staff-nights:kept')}</output>}
        <Field label={t('staff-releases:name_en')} {...control('nameLat')} />
        <Field label={t('staff-releases:name_ka')} lang="ka" {...control('name')} />
        <div className="grid items-end gap-5 tablet:grid-cols-2">
          <Field label={t('staff-releases:price_gel')} hint={t('staff-releases:price_hint')} inputMode="decimal" {...control('price')} />
          <Field
            label={t('staff-releases:quota')}
            hint={taken ?? t('staff-releases:quota_room', { capacity: night.capacity })}
            inputMode="numeric"
            {...control('quota')}
          />
        </div>
        <MomentField legend={t('staff-releases:sale_from')} hint={t('staff-releases:sale_from_hint')} {...moment('onSaleFrom')} />
        <MomentField legend={t('staff-releases:sale_until')} hint={t('staff-releases:sale_until_hint')} {...moment('onSaleUntil')} />
        {newer && <Newer release={newer} />}
        {edited !== 'new' && !newer && <p className="text-muted">{t('staff-releases:held_keep_price')}</p>}
        <div className="flex flex-wrap gap-4">
          {newer ? (
            <Button size="small" isPending={isBusy} pendingLabel={t('loading')} onClick={() => void save(String(newer.version))}>
              {t('staff-releases:save_over')}
            </Button>
          ) : (
            <Button type="submit" size="small" isPending={isBusy} pendingLabel={t('loading')}>
              {t('staff-releases:save')}
            </Button>
          )}
          <Button look="secondary" size="small" onClick={cancel}>
            {t('staff-releases:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What stands there now. */
function Newer({ release }: { release: ReleaseView }) {
  const { t } = useTranslation('staff-releases');
  const { name, nameLat, price, quota } = release;
  const cost = price === null ? t('no_price') : moneyText(price);
  return (
    <p role="alert" className="border border-danger p-4">
      {t('stale', { name, nameLat, price: cost, quota })}
    </p>
  );
}
