import { paths } from '#shared/paths.ts';
import { RequireAdmin } from '#web/lib/guard.tsx';
import type { Meta } from '#web/lib/page.ts';
import { Scanner } from './scanner.tsx';

export default function ScannerPage() {
  return (
    <RequireAdmin>
      <Scanner />
    </RequireAdmin>
  );
}

export const meta: Meta = ({ t }) => ({ title: t('door:title'), path: paths.scanner });
