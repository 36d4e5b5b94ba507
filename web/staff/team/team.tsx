import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InvitationView, MemberView } from '#shared/staff/team.contract.ts';
import { session } from '#web/lib/browser-api.ts';
import { toast } from '#web/lib/toast.ts';
import { subjectOf } from '#web/lib/token-store.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDevices } from './member-devices.tsx';
import { InvitationRow, MemberRow } from './rows.tsx';
import { RolesDialog } from './roles-dialog.tsx';

/** What is open over the list. */
type Click = { kind: 'invite' } | { kind: 'roles' | 'remove' | 'sign_out'; member: MemberView };

/** All users with a role and the open invitations, with the commands of an Owner. */
export default function Team() {
  const { t } = useTranslation(['common', 'staff', 'staff-team']);
  const { data, error, refetch } = useQuery({ queryKey: ['team'], queryFn: ({ signal }) => staffApi.staffTeam.list({}, { signal }) });
  const [opened, setOpened] = useState<Click>();
  const close = () => setOpened(undefined);
  return (
    <>
      <SectionTitle
        end={
          <Button size="small" onClick={() => setOpened({ kind: 'invite' })}>
            {t('staff-team:invite.open')}
          </Button>
        }
      >
        {t('staff:nav.team')}
      </SectionTitle>
      {!data && <NotLoaded error={error} box="h-96" onRetry={refetch} />}
      {data && (
        <div className="flex flex-col gap-10">
          <Members members={data.members} onOpen={setOpened} />
          <Invitations invitations={data.invitations} onChanged={() => void refetch()} />
        </div>
      )}
      {opened?.kind === 'invite' && <InviteDialog onClose={close} onDone={() => void refetch()} />}
      {opened?.kind === 'roles' && (
        <RolesDialog
          member={opened.member}
          onClose={close}
          onDone={() => void refetch()}
          reload={async () => (await refetch({ throwOnError: true })).data?.members.find(({ id }) => id === opened.member.id)}
        />
      )}
      {(opened?.kind === 'remove' || opened?.kind === 'sign_out') && (
        <MemberCommand kind={opened.kind} member={opened.member} onClose={close} onDone={refetch} />
      )}
    </>
  );
}

function Members({ members, onOpen }: { members: readonly MemberView[]; onOpen(opened: Click): void }) {
  const { t } = useTranslation('staff-team');
  const ownId = Number(subjectOf(session.token()) ?? 0);
  return (
    <section aria-labelledby="members">
      <h2 id="members" tabIndex={-1} className="mb-3 text-[1.25rem] leading-7 font-bold">
        {t('members')}
      </h2>
      <ul aria-labelledby="members" className="border-t border-hairline">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isSelf={member.id === ownId} onOpen={(kind) => onOpen({ kind, member })} />
        ))}
      </ul>
    </section>
  );
}

type MemberCommandProps = { kind: 'remove' | 'sign_out'; member: MemberView; onClose(): void; onDone(): Promise<unknown> };

/** Takes all roles away, or ends all sessions, after one confirmation. */
function MemberCommand({ kind, member: { id, firstName, lastName }, onClose, onDone }: MemberCommandProps) {
  const { t } = useTranslation(['common', 'staff-team']);
  const name = `${firstName} ${lastName}`;
  const command = useCommand<void, unknown>(
    () => (kind === 'remove' ? staffApi.staffTeam.remove({ id }) : staffApi.staffTeam.signOut({ id })),
    {
      onSuccess() {
        toast.success(t(`staff-team:${kind}.done`, { name }));
        onClose();
      },
      async onSettled(_, error) {
        await onDone();
        // The row with the button that had the focus has disappeared.
        if (kind === 'remove' && !error) document.querySelector<HTMLElement>('#members')?.focus();
      },
    },
  );
  return (
    <ConfirmDialog
      title={t(`staff-team:${kind}.title`, { name })}
      text={t(`staff-team:${kind}.text`)}
      confirm={t(`staff-team:${kind}.submit`)}
      isPending={command.isPending}
      onConfirm={() => command.run()}
      onClose={onClose}
    >
      {kind === 'sign_out' && <MemberDevices id={id} />}
    </ConfirmDialog>
  );
}

type InvitationsProps = { invitations: readonly InvitationView[]; onChanged(): void };

function Invitations({ invitations, onChanged }: InvitationsProps) {
  const { t } = useTranslation(['common', 'staff-team']);
  const heading = useRef<HTMLHeadingElement>(null);
  const withdraw = useCommand(({ id }: InvitationView) => staffApi.staffTeam.withdraw({ id }), {
    onSuccess(_, { email }) {
      toast.success(t('staff-team:invitation.withdrawn', { email }));
      heading.current?.focus();
    },
    onSettled: onChanged,
  });
  return (
    <section aria-labelledby="invitations">
      <h2 ref={heading} id="invitations" tabIndex={-1} className="mb-3 text-[1.25rem] leading-7 font-bold">
        {t('staff-team:invitations')}
      </h2>
      {invitations.length === 0 && <p className="text-muted">{t('staff-team:no_invitations')}</p>}
      {invitations.length > 0 && (
        <ul aria-labelledby="invitations" className="border-t border-hairline">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isPending={withdraw.isPending && withdraw.input?.id === invitation.id}
              onWithdraw={() => withdraw.run(invitation)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
