import { useState } from 'react';
import { z } from 'zod';
import { Segments } from '#web/staff/ui/choices.tsx';
import { MomentField } from '#web/staff/ui/date-field.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { dateText, timeText } from '#shared/dates.ts';
import type { AnnouncementsView } from '#shared/staff/announcements.contract.ts';
import { AnnouncementInput } from '#shared/staff/announcements.schemas.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { fromControl } from '#web/staff/components/moment-text.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { Field, TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { zoneText } from '#shared/time-zone.ts';
import type { MessageCalls } from './message-calls.ts';

type MessageFormProps = { calls: MessageCalls; people: number; show(view: AnnouncementsView): void; reload(): void };

const text = z.string();
const MessageDraft = z.object({ subject: text, subjectLat: text, body: text, bodyLat: text, sendAt: text });
type Sent = z.input<typeof AnnouncementInput>;
const TypedMessage = MessageDraft.transform(({ sendAt, ...texts }): Sent => ({ ...texts, sendAt: fromControl(sendAt) })).pipe(
  AnnouncementInput,
);
const EMPTY = { subject: '', subjectLat: '', body: '', bodyLat: '', sendAt: '' };
/** What is done with the typed message: previewed, sent to oneself, or confirmed before it goes to all. */
type Choice = 'preview' | 'test' | 'ask' | 'send';
type Output = { kind: 'preview'; shown: Previewed } | { kind: 'test' } | { kind: 'ask' } | { kind: 'send'; view: AnnouncementsView };

/**
 * A message in one or both languages. It is previewed and tested first; sending takes a second press, which states how many people get it.
 */
export function MessageForm({ calls, people, show, reload }: MessageFormProps) {
  const { t } = useTranslation(['common', 'staff-announcements', 'staff', 'forms']);
  const { language } = useLanguage();
  const [preview, setPreview] = useState<Previewed>();
  const [ready, setReady] = useState<z.infer<typeof AnnouncementInput>>();
  const { audience } = calls;
  const staffForm = useStaffForm<z.infer<typeof MessageDraft>, z.infer<typeof AnnouncementInput>, Output, Choice>({
    schema: TypedMessage,
    defaultValues: EMPTY,
    draft: { name: calls.name, schema: MessageDraft },
    async send(body, idempotencyKey, choice = 'ask'): Promise<Output> {
      const { sendAt: _later, ...texts } = body;
      switch (choice) {
        case 'preview':
          return { kind: 'preview', shown: await calls.preview(texts) };
        case 'test':
          await calls.test(texts, { idempotencyKey });
          return { kind: 'test' };
        case 'ask':
          return { kind: 'ask' };
        case 'send':
          return { kind: 'send', view: await calls.plan(body, { idempotencyKey }) };
      }
    },
    leftAfter: (typed, { kind }) => (kind === 'send' ? EMPTY : typed),
    onSent(output, body) {
      if (output.kind === 'preview') setPreview(output.shown);
      if (output.kind === 'test') toast.success(t('staff-announcements:tested'));
      if (output.kind === 'ask') setReady(body);
      if (output.kind !== 'send') return;
      setReady(undefined);
      show(output.view);
      toast.success(t(body.sendAt === null ? 'staff-announcements:leaves_soon' : 'staff-announcements:planned'));
    },
    onSettled: reload,
  });
  const control = (name: 'subject' | 'subjectLat' | 'body' | 'bodyLat') => ({ id: `message-${name}`, ...staffForm.control(name) });
  const pending = staffForm.pendingChoice;
  const moment = (sendAt: string) => `${dateText(sendAt, language, t)}, ${timeText(sendAt)}`;
  return (
    <form noValidate onSubmit={(pressed) => staffForm.submit(pressed, 'ask')} className="flex max-w-200 flex-col gap-5 pt-2">
      <Kept isRestored={staffForm.isRestored} discard={staffForm.discard} />
      <p className="text-muted">{t('staff-announcements:one_language')}</p>
      <div className="grid gap-5 tablet:grid-cols-2">
        <Field label={t('staff-announcements:subject_ka')} lang="ka" {...control('subject')} />
        <Field label={t('staff-announcements:subject_en')} lang="en" {...control('subjectLat')} />
        <TextArea
          label={t('staff-announcements:body_ka')}
          hint={t('staff-announcements:body_hint')}
          lang="ka"
          rows={8}
          {...control('body')}
        />
        <TextArea
          label={t('staff-announcements:body_en')}
          hint={t('staff-announcements:body_hint')}
          lang="en"
          rows={8}
          {...control('bodyLat')}
        />
      </div>
      <MomentField
        id="message-sendAt"
        label={t('staff-announcements:send_at')}
        hint={t('staff-announcements:send_at_hint', { zone: zoneText(t) })}
        {...staffForm.controlled('sendAt')}
      />
      <div className="flex flex-wrap gap-4">
        <Button type="submit" size="small" isPending={pending === 'ask'} pendingLabel={t('loading')} disabled={people === 0}>
          {t('staff-announcements:send')}
        </Button>
        <Button
          look="secondary"
          size="small"
          isPending={pending === 'preview'}
          pendingLabel={t('loading')}
          onClick={() => staffForm.submit(undefined, 'preview')}
        >
          {t('staff:preview')}
        </Button>
        <Button
          look="secondary"
          size="small"
          isPending={pending === 'test'}
          pendingLabel={t('loading')}
          onClick={() => staffForm.submit(undefined, 'test')}
        >
          {t('staff-announcements:test')}
        </Button>
      </div>
      {preview && <MessagePreview shown={preview} onClose={() => setPreview(undefined)} />}
      {ready && (
        <Dialog
          title={t(`staff-announcements:${audience}.ask_title`)}
          className="flex flex-col gap-6 p-6"
          onClose={() => setReady(undefined)}
        >
          <p>
            {ready.sendAt === null
              ? t('staff-announcements:ask_now', { count: people })
              : t(`staff-announcements:${audience}.later`, { count: people, at: moment(ready.sendAt) })}
          </p>
          <p className="font-semibold wrap-anywhere">
            {(language === 'ka' ? ready.subject : ready.subjectLat) || ready.subjectLat || ready.subject}
          </p>
          <div className="flex flex-wrap gap-4">
            <Button
              size="small"
              isPending={pending === 'send'}
              pendingLabel={t('staff-announcements:sending')}
              onClick={() => staffForm.submit(undefined, 'send')}
            >
              {t('staff-announcements:ask_send', { count: people })}
            </Button>
            <Button look="secondary" size="small" onClick={() => setReady(undefined)}>
              {t('staff-announcements:ask_back')}
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}

type Shown = { subject: string; html: string };
const NAMES: Record<Language, string> = { ka: 'ქართული', en: 'English' };
type Previewed = Record<Language, Shown>;

/** A mail as its reader gets it, in either language. Its frame runs no script and opens no link. */
function MessagePreview({ shown, onClose }: { shown: Previewed; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-announcements', 'staff']);
  const [language, setLanguage] = useState<Language>(useLanguage().language);
  const { subject, html } = shown[language];
  return (
    <Dialog title={t('staff:preview')} className="flex flex-col gap-4 p-6" onClose={onClose}>
      <Segments<Language>
        label={t('staff:preview_language')}
        value={language}
        choices={LANGUAGES.map((value) => ({ value, text: NAMES[value] }))}
        onChange={(next) => setLanguage(next)}
      />
      <p lang={language} className="font-semibold wrap-anywhere">
        {subject}
      </p>
      <iframe title={subject} srcDoc={html} sandbox="" className="h-[60dvh] w-full bg-bone" />
    </Dialog>
  );
}
