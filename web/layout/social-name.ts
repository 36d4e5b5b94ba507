const known: Record<string, string> = {
  soundcloud: 'SoundCloud',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  ra: 'Resident Advisor',
  t: 'Telegram',
  x: 'X',
};

/** What people call the place a link leads to: `Instagram` for `https://www.instagram.com/name`. */
export function socialName(link: string): string {
  const [name = ''] = new URL(link).hostname.replace(/^(www|m)\./, '').split('.');
  return known[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
