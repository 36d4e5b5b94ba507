import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffRole } from '#shared/staff/rights.ts';
import type { InvitationView, MemberView } from '#shared/staff/team.contract.ts';
import { Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The security events of all accounts. */
const SECURITY_PATH = staffPath('settings/security');

/** The security events of one account. */
export const securityPathOf = (userId: number): string => `${SECURITY_PATH}?account=${userId}`;

/** On a phone the parts of a row are below each other, so that no table is clipped. */
const Row = ({ children }: { children: ReactNode }) => (
  <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b border-hairline py-3 desktop:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,4fr)_minmax(0,5fr)] desktop:items-center">
    {children}
  </li>
);

export function RoleNames({ roles }: { roles: readonly StaffRole[] }) {
  const { t } = useTranslation('staff');
  return roles.map((role) => t(`roles.${role}`)).join(', ');
}

type MemberRowProps = { member: MemberView; isSelf: boolean; onOpen(what: 'roles' | 'remove' | 'sign_out'): void };

/** One member of the team. Users cannot change their own roles here: a slip would lock an Owner out. */
export function MemberRow({ member, isSelf, onOpen }: MemberRowProps) {
  const { t } = useTranslation(['staff-team', 'staff']);
  const { t: inConsole } = useTranslation('staff');
  const { id, firstName, lastName, email, roles, lastSeenAt, sessions } = member;
  const name = `${firstName} ${lastName}`;
  return (
    <Row>
      <div className="min-w-0 wrap-anywhere">
        <Link to={staffPath(`guests/${id}`)} className="link inline-flex min-h-11 items-center font-semibold">
          {name}
        </Link>
        <p className="text-muted">{email}</p>
      </div>
      <p className="font-semibold">
        <RoleNames roles={roles} />
      </p>
      <p className="text-muted">
        {lastSeenAt === null ? (
          t('never_seen')
        ) : (
          <>
            {t('last_seen')} <Moment at={lastSeenAt} />
          </>
        )}
        <br />
        {t('sessions', { count: sessions })}
        <br />
        <Link
          to={securityPathOf(id)}
          state={{ name }}
          aria-label={t('staff:do_with', { what: t('security.title'), name })}
          className="link inline-flex min-h-11 min-w-11 items-center"
        >
          {t('security.title')}
        </Link>{' '}
        <Link
          to={`${staffPath('settings/activity')}?staff=${id}`}
          aria-label={t('staff:do_with', { what: t('staff:nav.activity'), name })}
          className="link ms-3 inline-flex min-h-11 items-center"
        >
          {inConsole('nav.activity')}
        </Link>
      </p>
      {isSelf ? (
        <p className="text-muted">
          {t('self')}{' '}
          <Link to={staffPath('settings/notifications')} className="link inline-flex min-h-11 items-center">
            {t('notifications.title')}
          </Link>
        </p>
      ) : (
        <div className="flex flex-wrap gap-x-4">
          <RowCommand label={t('staff:do_with', { what: t('roles.open'), name })} text={t('roles.open')} onPress={() => onOpen('roles')} />
          <RowCommand
            label={t('staff:do_with', { what: t('sign_out.open'), name })}
            text={t('sign_out.open')}
            onPress={() => onOpen('sign_out')}
          />
          <RowCommand
            label={t('staff:do_with', { what: t('remove.open'), name })}
            text={t('remove.open')}
            onPress={() => onOpen('remove')}
          />
        </div>
      )}
    </Row>
  );
}

type InvitationRowProps = { invitation: InvitationView; isPending: boolean; onWithdraw(): void };

export function InvitationRow({ invitation, isPending, onWithdraw }: InvitationRowProps) {
  const { t } = useTranslation(['staff-team', 'staff']);
  const { email, roles, language, invitedBy, expiresAt } = invitation;
  return (
    <Row>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{email}</p>
        <p className="text-muted">{t(`languages.${language}`)}</p>
      </div>
      <p className="font-semibold">
        <RoleNames roles={roles} />
      </p>
      <p className="text-muted">
        {t('invitation.until')} <Moment at={expiresAt} />
        <br />
        {t('invitation.by', { name: invitedBy })}
      </p>
      <div>
        <RowCommand
          label={t('staff:do_with', { what: t('invitation.withdraw'), name: email })}
          isPending={isPending}
          text={t('invitation.withdraw')}
          onPress={onWithdraw}
        />
      </div>
    </Row>
  );
}
