import { useTranslation } from 'react-i18next';
import { findLinks } from './links.ts';

/** What the club says about the night, in its own line breaks, with its links. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation('events');
  if (text.trim() === '') return null;
  return (
    <section aria-label={t('about')}>
      <p dir="auto" className="type-lead max-w-[38.75rem] whitespace-pre-line wrap-anywhere">
        {findLinks(text).map((piece, place) =>
          piece.href === undefined ? (
            piece.text
          ) : (
            // The same address may stand twice; its place tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            <a key={place} href={piece.href} rel="noopener nofollow ugc" className="link" dir="auto">
              {piece.text}
            </a>
          ),
        )}
      </p>
    </section>
  );
}
