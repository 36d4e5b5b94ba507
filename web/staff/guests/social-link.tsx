import { useTranslation } from 'react-i18next';

type SocialLinkProps = { link: string; platform: string | null; username: string | null };

/** A guest wrote it: only web addresses become links, and where they lead learns nothing of the console. */
export function SocialLink({ link, platform, username }: SocialLinkProps) {
  const { t } = useTranslation('staff-guests');
  if (link === '') return <span className="text-muted">{t('no_link')}</span>;
  const text = platform && username ? `${platform} · ${username}` : link;
  if (!/^https?:\/\//i.test(link)) return <span className="wrap-anywhere">{link}</span>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="link wrap-anywhere">
      <bdi>{text}</bdi>
      <span className="sr-only"> ({t('new_tab')})</span>
    </a>
  );
}
