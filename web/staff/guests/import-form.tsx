import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { LANGUAGES } from '#shared/constants.ts';
import type { GuestFileView, GuestLineView, LineOutcome, LineProblem } from '#shared/staff/known-guests.contract.ts';
import { GuestFile } from '#shared/staff/known-guests.schemas.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { toast } from '#web/lib/toast.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { SubmitButton } from '#web/staff/components/command-button.tsx';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { FileButton } from '#web/staff/components/file-button.tsx';
import { useFileDrop } from '#web/staff/components/file-upload.ts';
import { useStaffForm } from '#web/staff/components/staff-form.ts';
import { StateWord } from '#web/staff/components/state-word.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Select } from '#web/staff/ui/select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, FieldNotes, TextArea } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { fileText } from './file-text.ts';
import { StatusText } from './guest-facts.tsx';

const FILE_ID = 'guest-file';
const RESULT_ID = 'guest-file-result';

type Checked = { file: GuestFile; view: GuestFileView };

/** A file, pasted or chosen: it is checked first, then imported as it was checked. What was typed is not stored: it is about others. */
export function ImportForm({ onImported }: { onImported(): void }) {
  const { t } = useTranslation(['common', 'staff', 'staff-guests', 'forms', 'errors']);
  const { language } = useLanguage();
  const [checked, setChecked] = useState<Checked>();
  const form = useStaffForm({
    schema: GuestFile,
    defaultValues: { text: '', language, changesAccounts: false },
    send: (body) => staffApi.knownGuests.check({ body }, { timeoutMs: FILE_TIMEOUT_MS }),
    leftAfter: (typed) => typed,
    onSent: (view, file) => setChecked({ view, file }),
  });
  const [text, invited, changesAccounts] = form.form.watch(['text', 'language', 'changesAccounts']);
  useUnsaved(text !== '');
  const { refused, isReading, read, forget } = useFile((found) => form.form.setValue('text', found, { shouldDirty: true }));
  const isOver = useFileDrop(([file]) => file && void read(file));
  const isCurrent = checked?.file.text === text && checked.file.language === invited && checked.file.changesAccounts === changesAccounts;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          forget();
          form.submit(event);
        }}
        className={`flex max-w-[80ch] flex-col gap-5 ${isOver ? 'outline-3 outline-offset-8 outline-accent' : ''}`}
      >
        <div className="flex flex-col gap-3">
          <TextArea
            id={FILE_ID}
            label={t('staff-guests:import.file')}
            hint={t('staff-guests:import.file_hint')}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            {...form.control('text')}
          />
          <div className="flex flex-wrap items-center gap-4">
            <FileButton
              id="guest-file-chosen"
              label={t('staff-guests:import.choose')}
              text={t('staff-guests:import.choose')}
              accept=".csv,.tsv,.txt,text/csv"
              isPending={isReading}
              pendingLabel={t('staff-guests:import.reading')}
              {...(refused && { 'aria-describedby': 'guest-file-chosen-error' })}
              onChoose={(file) => void read(file)}
            />
            <div role="alert">
              <FieldNotes id="guest-file-chosen" hint={undefined} error={refused && t(`staff-guests:import.${refused}`)} />
            </div>
          </div>
        </div>
        <Select
          label={t('staff-guests:import.language')}
          hint={t('staff-guests:import.language_hint')}
          options={LANGUAGES.map((value) => ({ value, text: t(`languages.${value}`) }))}
          {...form.controlled('language')}
        />
        <Checkbox
          label={t('staff-guests:import.changes_accounts')}
          hint={t('staff-guests:import.changes_accounts_hint')}
          {...form.control('changesAccounts')}
        />
        <div>
          <SubmitButton look={isCurrent ? 'secondary' : 'primary'} size="small" form={form}>
            {t('staff-guests:import.check')}
          </SubmitButton>
        </div>
      </form>
      {checked && isCurrent && (
        <Result
          checked={checked}
          onImported={() => {
            form.discard();
            setChecked(undefined);
            onImported();
          }}
        />
      )}
    </>
  );
}

type Refusal = 'too_large' | 'not_text';

/** Reads one file from the device into the form. */
function useFile(onText: (text: string) => void) {
  const [refused, setRefused] = useState<Refusal>();
  const [isReading, setReading] = useState(false);
  const read = async (file: File) => {
    setReading(true);
    const found = await fileText(file);
    setReading(false);
    setRefused('refused' in found ? found.refused : undefined);
    if ('text' in found) onText(found.text);
  };
  return { refused, isReading, read, forget: () => setRefused(undefined) };
}

const INVITES: ReadonlySet<LineOutcome | null> = new Set(['invite', 'invite_account'] as const);

/** The lines of the checked file, those with problems first, and the import if there are none. */
function Result({ checked: { file, view }, onImported }: { checked: Checked; onImported(): void }) {
  const { t } = useTranslation(['common', 'staff-guests', 'staff']);
  const wrong = view.lines.filter(({ problems }) => problems.length > 0);
  const fit = view.lines.filter(({ problems }) => problems.length === 0);
  const invite = fit.filter(({ outcome }) => INVITES.has(outcome)).length;
  const change = fit.filter(({ outcome }) => outcome === 'change_account').length;
  const send = useCommand(
    (body: GuestFile, idempotencyKey) => staffApi.knownGuests.import({ body }, { idempotencyKey, timeoutMs: FILE_TIMEOUT_MS }),
    {
      onSuccess(result) {
        toast.success(t('staff-guests:import.done', result));
        onImported();
      },
    },
  );
  const counts = { invite, change, keep: fit.length - invite - change, wrong: wrong.length };
  return (
    <div className="mt-6 flex flex-col gap-3">
      <h2 id={RESULT_ID} className="text-[1.25rem] leading-7 font-bold">
        {t('staff:result')}
      </h2>
      <output className="type-tabular">{t('staff-guests:import.summary', counts)}</output>
      {view.ignored.length > 0 && (
        <p className="text-warn wrap-anywhere">{t('staff-guests:import.ignored', { names: view.ignored.join(', ') })}</p>
      )}
      <Lines lines={[...wrong, ...fit]} />
      {wrong.length > 0 && <p className="font-semibold text-danger">{t('staff-guests:import.fix')}</p>}
      {wrong.length === 0 && invite + change === 0 && <p>{t('staff-guests:import.nothing')}</p>}
      {wrong.length === 0 && invite + change > 0 && (
        <div>
          <Button size="small" isPending={send.isPending} pendingLabel={t('staff-guests:import.submitting')} onClick={() => send.run(file)}>
            {t('staff-guests:import.submit', { count: invite + change })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** More lines would slow the screen down; those with problems come first. */
const SHOWN_MAX = 200;

function Lines({ lines }: { lines: readonly GuestLineView[] }) {
  const { t } = useTranslation(['common', 'staff-guests', 'staff']);
  const hidden = lines.length - SHOWN_MAX;
  return (
    <>
      <DataTable
        labelledBy={RESULT_ID}
        rows={lines.slice(0, SHOWN_MAX)}
        keyOf={({ line }) => line}
        columns={[
          {
            key: 'line',
            title: t('staff-guests:import.line'),
            isNumber: true,
            place: 'number',
            isTitled: false,
            cell: ({ line }) => <LineLink line={line} />,
          },
          { key: 'email', title: t('staff-guests:email'), place: 'name', cell: ({ email }) => email || '—' },
          { key: 'name', title: t('staff-guests:name'), cell: (line) => <bdi>{fullName(line)}</bdi> },
          {
            key: 'status',
            title: t('staff:status'),
            place: 'state',
            cell: ({ status }) => (status === null ? '' : <StatusText status={status} isBanned={false} />),
          },
          { key: 'note', title: t('staff-guests:import.note'), place: 'wide', cell: ({ note }) => <bdi>{note}</bdi> },
          { key: 'outcome', title: t('staff-guests:import.outcome'), place: 'line', cell: (line) => <OutcomeText line={line} /> },
        ]}
      />
      {hidden > 0 && <p className="text-muted">{t('staff-guests:import.more', { count: hidden })}</p>}
    </>
  );
}

/** Selects the line in the field above, where it can be corrected. */
function LineLink({ line }: { line: number }) {
  const { t } = useTranslation('staff-guests');
  const select = () => {
    const field = document.querySelector<HTMLTextAreaElement>(`#${FILE_ID}`);
    if (!field) return;
    const before = field.value.split('\n').slice(0, line - 1);
    const start = before.reduce((length, each) => length + each.length + 1, 0);
    const end = field.value.indexOf('\n', start);
    field.focus();
    field.setSelectionRange(start, end < 0 ? field.value.length : end);
  };
  return (
    <button type="button" className="link min-h-11 min-w-11 desktop:min-h-0" aria-label={t('import.go_to', { line })} onClick={select}>
      {line}
    </button>
  );
}

function OutcomeText({ line: { outcome, problems } }: { line: GuestLineView }) {
  const { t } = useTranslation('staff-guests');
  if (outcome !== null) {
    const isActive = INVITES.has(outcome) || outcome === 'change_account';
    const look = isActive ? { Icon: CircleCheck, colour: 'text-ok' } : { Icon: CircleSlash, colour: 'text-muted' };
    return <StateWord look={look}>{t(`import.outcomes.${outcome}`)}</StateWord>;
  }
  return (
    <span className="flex flex-col font-semibold text-danger">
      {problems.map((problem) => (
        <ProblemText key={`${problem.problem} ${problem.column}`} {...problem} />
      ))}
    </span>
  );
}

function ProblemText({ problem, column, sameAs }: LineProblem) {
  const { t } = useTranslation('staff-guests');
  return <span>{t(`import.problems.${problem}`, { column: column ? t(`import.columns.${column}`) : '', line: sameAs ?? '' })}</span>;
}
