import { useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { KNOWN_GUEST_STATES, type KnownGuestView } from '#shared/staff/known-guests.contract.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PagedTable, RowDate } from '#web/staff/components/data-table.tsx';
import { ListTools, useFilters } from '#web/staff/components/filters.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { PanelLink } from '#web/staff/ui/side-panel.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { StatusText } from './guest-facts.tsx';
import { ImportForm } from './import-form.tsx';

/** Imports known guests from a CSV file, and lists the imported ones. */
export default function GuestImport() {
  const { t } = useTranslation(['common', 'staff', 'staff-guests']);
  const { valueOf, change } = useFilters();
  const state = KNOWN_GUEST_STATES.find((one) => one === valueOf('state'));
  const pages = usePages(['known-guests', state], (before, signal) =>
    staffApi.knownGuests.list({ ...(state && { state }), before }, { signal }),
  );
  const clear = () => change({ state: '' });
  return (
    <>
      <SectionTitle>{t('staff-guests:import.title')}</SectionTitle>
      <ImportForm onImported={pages.reload} />
      <h2 className="mt-10 mb-2 text-[1.25rem] leading-7 font-bold">{t('staff-guests:import.imported')}</h2>
      <ListTools onClear={state && clear}>
        <ChoiceChip
          label={t('staff-guests:import.state')}
          choices={KNOWN_GUEST_STATES.map((value) => ({ value, text: t(`staff-guests:import.states.${value}`) }))}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
      </ListTools>
      <ImportedGuests pages={pages} onClear={state && clear} />
    </>
  );
}

type ImportedGuestsProps = { pages: ReturnType<typeof usePages<KnownGuestView>>; onClear: (() => void) | undefined };

function ImportedGuests({ pages, onClear }: ImportedGuestsProps) {
  const { t } = useTranslation(['common', 'staff', 'staff-guests']);
  const { language } = useLanguage();
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const restore = useCommand(({ id }: KnownGuestView) => staffApi.knownGuests.restore({ id }), {
    onSuccess(_, { id, email }) {
      setGone((ids) => new Set([...ids].filter((each) => each !== id)));
      toast.success(t('staff-guests:import.restored', { email }));
    },
    onSettled: pages.reload,
  });
  const withdraw = useCommand(({ id }: KnownGuestView) => staffApi.knownGuests.withdraw({ id }), {
    onSuccess(_, guest) {
      setGone((ids) => new Set([...ids, guest.id]));
      toast.success(t('staff-guests:import.withdrawn', { email: guest.email }), {
        label: t('staff:undo'),
        run: () => restore.run(guest),
      });
    },
    onSettled: pages.reload,
  });
  const [chosen, setChosen] = useState<KnownGuestView>();
  const takeBack = useCommand(({ id }: KnownGuestView) => staffApi.knownGuests.withdrawImport({ id }), {
    onSuccess({ withdrawn }) {
      setChosen(undefined);
      toast.success(t('staff-guests:import.withdrawn_all', { count: withdrawn }));
    },
    onSettled: pages.reload,
  });
  return (
    <>
      <PagedTable
        caption={t('staff-guests:import.imported')}
        pages={{ ...pages, items: pages.items.filter(({ id }) => !gone.has(id)) }}
        keyOf={({ id }) => id}
        empty={t('staff-guests:import.none')}
        onClear={onClear}
        columns={[
          { key: 'name', title: t('staff-guests:name'), cell: (guest) => <GuestName guest={guest} /> },
          {
            key: 'status',
            title: t('staff:status'),
            place: 'state',
            cell: ({ status, account }) => {
              const shown = account?.status ?? status;
              return shown === null ? t('staff-guests:import.no_status') : <StatusText status={shown} isBanned={false} />;
            },
          },
          { key: 'email', title: t('staff-guests:email'), cell: (guest) => fullName(guest) !== '' && guest.email },
          { key: 'state', title: t('staff-guests:import.state'), cell: (guest) => <StateText guest={guest} /> },
          {
            key: 'expires',
            title: t('staff-guests:import.expires'),
            place: 'figure',
            isTitled: true,
            cell: ({ expiresAt }) => <RowDate at={expiresAt} />,
          },
          {
            key: 'do',
            title: t('staff:actions'),
            place: 'line',
            cell: (guest) =>
              guest.account === null && (
                <span className="flex flex-wrap gap-x-4 gap-y-2">
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff-guests:import.withdraw'), name: guest.email })}
                    text={t('staff-guests:import.withdraw')}
                    onPress={() => withdraw.run(guest)}
                  />
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff-guests:import.withdraw_all'), name: guest.email })}
                    text={t('staff-guests:import.withdraw_all')}
                    onPress={() => setChosen(guest)}
                  />
                </span>
              ),
          },
        ]}
      />
      {chosen && (
        <ConfirmDialog
          title={t('staff-guests:import.withdraw_all_ask.title')}
          text={t('staff-guests:import.withdraw_all_ask.text', {
            date: dateText(chosen.importedAt, language, t),
            time: timeText(chosen.importedAt),
          })}
          confirm={t('staff-guests:import.withdraw_all_ask.submit')}
          isPending={takeBack.isPending}
          onConfirm={() => takeBack.run(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

/** The name in the file, which leads to the account once there is one. */
function GuestName({ guest: { account, ...guest } }: { guest: KnownGuestView }) {
  const name = fullName(guest) || guest.email;
  if (!account) return <bdi>{name}</bdi>;
  return (
    <PanelLink to={staffPath(`guests/${account.id}`)} className="row-link link">
      <bdi>{name}</bdi>
    </PanelLink>
  );
}

function StateText({ guest: { account, invitedAt } }: { guest: KnownGuestView }) {
  const { t } = useTranslation('staff-guests');
  const at = account?.at ?? invitedAt;
  return (
    <span>
      {t(account ? 'import.signed_up' : invitedAt ? 'import.invited' : 'import.queued')}
      {at && (
        <>
          : <RowDate at={at} />
        </>
      )}
    </span>
  );
}
