import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readLineUp, type ReadAct } from '#shared/events/line-up-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

type PasteLineUpProps = { onClose(): void; onRead(acts: ReadAct[]): void };

/** Takes a line-up as plain text and shows how it is understood before it replaces anything. */
export function PasteLineUp({ onClose, onRead }: PasteLineUpProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const [text, setText] = useState('');
  const { acts, skipped } = readLineUp(text);
  return (
    <Dialog title={t('staff-nights:line_up.paste')} className="p-6" onClose={onClose}>
      <div className="mt-5 flex flex-col gap-5">
        <TextArea
          id="line-up-text"
          label={t('staff-nights:line_up.paste_label')}
          hint={t('staff-nights:line_up.paste_text')}
          rows={8}
          value={text}
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
        <section aria-label={t('staff-nights:line_up.paste_preview')} aria-live="polite" className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('staff-nights:line_up.paste_preview')}</h3>
          {acts.length === 0 && <p className="text-muted">{t('staff-nights:line_up.paste_none')}</p>}
          <ul className="type-tabular">
            {acts.map(({ floor, time, artistName, isHeadliner }, place) => (
              // The same act may stand twice; its place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={place}>
                <span className="text-muted">
                  {t(`events:stages.${floor}`)} {time}
                </span>{' '}
                <bdi className={isHeadliner ? 'font-bold' : undefined}>{artistName}</bdi>
                {isHeadliner && ` * ${t('staff-nights:line_up.headliner')}`}
              </li>
            ))}
          </ul>
          {skipped.length > 0 && (
            <p className="wrap-anywhere text-warn">{t('staff-nights:line_up.paste_skipped', { lines: skipped.join(' · ') })}</p>
          )}
        </section>
        <Button disabled={acts.length === 0} onClick={() => onRead(acts)}>
          {t('staff-nights:line_up.paste_use', { count: acts.length })}
        </Button>
      </div>
    </Dialog>
  );
}
