import { useNavigate } from 'react-router';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { Button } from '#web/ui/button.tsx';

/** Logs out and leads through the login back to the page of a link. */
export function OtherAccount({ page, label }: { page: string; label: string }) {
  const navigate = useNavigate();
  const leave = async () => {
    await api.accounts.logout().catch(() => undefined);
    session.signOut();
    rememberReturnTo(page);
    await navigate(paths.login);
  };
  return (
    <Button look="quiet" size="small" onClick={() => void leave()}>
      {label}
    </Button>
  );
}
