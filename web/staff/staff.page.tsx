import { Outlet } from 'react-router';
import { paths } from '#shared/paths.ts';
import { RequireAdmin } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { StaffFrame } from './staff-frame.tsx';

/** The console of the people who run the club; its sections are the routes inside it (sections.ts). */
export default function StaffPage() {
  return (
    <>
      <NeedsScript />
      <RequireAdmin>
        <StaffFrame>
          <Outlet />
        </StaffFrame>
      </RequireAdmin>
    </>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('staff:title'), path: paths.staff });
