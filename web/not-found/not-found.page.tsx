import { NotFound } from '#web/error-page.tsx';

export default function NotFoundPage() {
  return <NotFound />;
}
