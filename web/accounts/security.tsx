import { api } from '#web/lib/browser-api.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { OwnDevices } from './own-devices.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';

/** The password and where it is in use: another password ends all other sessions, so the list comes anew. */
export function Security({ email }: { email: string }) {
  const sessions = useLoad((signal) => api.security.sessions({}, { signal }), []);
  return (
    <div className="flex max-w-225 flex-col gap-12">
      <OwnPasswordForm email={email} onChanged={sessions.reload} />
      <OwnDevices sessions={sessions} />
    </div>
  );
}
