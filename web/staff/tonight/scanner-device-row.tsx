import CircleSlash from 'lucide-react/icons/circle-slash';
import Hourglass from 'lucide-react/icons/hourglass';
import Smartphone from 'lucide-react/icons/smartphone';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import type { StaffScannerDeviceView } from '#shared/staff/scanner-devices.contract.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { type Moment, type ScannerDeviceWarning, spanBetween, spanOf, warningsOf } from './scanner-device-facts.ts';
import { useSpanText } from './span-text.ts';

/** Name, state, seven figures, buttons. */
const COLUMNS =
  'desktop:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_3.5rem_5.5rem_4rem_6rem_6rem_4.5rem_6rem_8rem] desktop:gap-x-3 desktop:items-center';
const FIGURES = ['scans', 'lately', 'refused', 'unsent', 'list', 'clock', 'seen'] as const;
type FigureName = (typeof FIGURES)[number];

/** The names of the columns, on wide screens only: in a narrow row each figure has its own label. */
export function ScannerDeviceColumns() {
  const { t } = useTranslation(['staff-doors', 'staff']);
  return (
    <div aria-hidden="true" className={classNames(COLUMNS, 'hidden border-b border-quiet py-2 text-muted desktop:grid')}>
      <span>{t('scannerDevice')}</span>
      <span>{t('staff:status')}</span>
      {FIGURES.map((name) => (
        <span key={name} className="text-end">
          {t(`figure.${name}`)}
        </span>
      ))}
    </div>
  );
}

type ScannerDeviceRowProps = {
  scannerDevice: StaffScannerDeviceView;
  moment: Moment;
  /** Its code is being made, or it is being revoked. */
  busy: 'renew' | 'revoke' | undefined;
  onRenew(): void;
  onRights(): void;
  onRevoke(): void;
};

/** One scanner device: what its phone does, and what staff should check. On a phone: name and state, rights, two lines of figures. */
export function ScannerDeviceRow({ scannerDevice, moment, busy, onRenew, onRights, onRevoke }: ScannerDeviceRowProps) {
  const { t } = useTranslation(['staff-doors', 'staff']);
  const warnings = warningsOf(scannerDevice, moment);
  const { name, rights, state } = scannerDevice;
  const isLasting = state === 'waiting' || state === 'on_phone';
  return (
    <li className="border-b border-hairline py-2">
      <div
        className={classNames(
          COLUMNS,
          'grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] gap-x-4 max-desktop:grid-rows-[auto_1fr] max-desktop:text-[0.875rem] max-desktop:leading-5',
        )}
      >
        <div className="min-w-0 wrap-anywhere max-desktop:contents">
          <p className="font-semibold max-desktop:text-[1rem]">{name}</p>
          <p className="text-muted max-desktop:col-span-2 max-desktop:col-start-1 max-desktop:row-start-2">
            {rights.length === DEVICE_RIGHTS.length ? t('all_rights') : rights.map((right) => t(`right.${right}`)).join(', ')}
          </p>
        </div>
        <ScannerDeviceState scannerDevice={scannerDevice} at={moment.at} isSilent={warnings.includes('silent')} />
        {state !== 'waiting' && <ScannerDeviceFigures scannerDevice={scannerDevice} at={moment.at} warnings={warnings} />}
        {isLasting && (
          <div
            className={classNames(
              'flex justify-end gap-x-4 max-desktop:col-start-3 max-desktop:row-span-2 max-desktop:row-start-1 max-desktop:flex-col max-desktop:items-end max-desktop:justify-start desktop:row-start-1 desktop:-col-end-1',
              state === 'waiting' ? 'desktop:col-start-3' : 'desktop:col-start-10',
            )}
          >
            {state === 'waiting' && (
              <RowButton label={t('staff:do_with', { what: t('renew'), name })} isPending={busy === 'renew'} onClick={onRenew}>
                {t('renew')}
              </RowButton>
            )}
            <RowButton label={t('staff:do_with', { what: t('rights.open'), name })} isPending={false} onClick={onRights}>
              {t('rights.open')}
            </RowButton>
            <RowButton label={t('staff:do_with', { what: t('revoke.open'), name })} isPending={busy === 'revoke'} onClick={onRevoke}>
              {t('revoke.open')}
            </RowButton>
          </div>
        )}
      </div>
      <Warnings scannerDevice={scannerDevice} at={moment.at} warnings={warnings} />
    </li>
  );
}

type RowButtonProps = { label: string; isPending: boolean; onClick(): void; children: string };

const RowButton = ({ label, children, ...button }: RowButtonProps) => (
  <Button look="quiet" size="small" className="whitespace-nowrap" aria-label={label} {...button}>
    {children}
  </Button>
);

const LOOKS = {
  waiting: { Icon: Hourglass, colour: '' },
  on_phone: { Icon: Smartphone, colour: 'text-ok' },
  silent: { Icon: TriangleAlert, colour: 'text-danger' },
  revoked: { Icon: CircleSlash, colour: 'text-muted' },
  left: { Icon: CircleSlash, colour: 'text-muted' },
  over: { Icon: CircleSlash, colour: 'text-muted' },
} as const;

function ScannerDeviceState({
  scannerDevice: { state, codeUntil },
  at,
  isSilent,
}: {
  scannerDevice: StaffScannerDeviceView;
  at: string;
  isSilent: boolean;
}) {
  const { t } = useTranslation('staff-doors');
  const { span } = useSpanText();
  const shown = isSilent ? 'silent' : state;
  const { Icon, colour } = LOOKS[shown];
  return (
    <div className="min-w-0">
      <p className={classNames('flex items-center gap-1.5 font-semibold', colour)}>
        <Icon size={16} aria-hidden="true" className="shrink-0" />
        {t(`state.${shown}`)}
      </p>
      {state === 'waiting' && (
        <p className={codeUntil === null ? 'text-warn' : 'text-muted'}>
          {codeUntil === null ? t('code_lapsed') : t('code_left', { time: span(spanBetween(at, codeUntil)) })}
        </p>
      )}
    </div>
  );
}

type FiguresProps = { scannerDevice: StaffScannerDeviceView; at: string; warnings: readonly ScannerDeviceWarning[] };
type Figure = { text: string; colour?: string | false };

const MINUS = '\u2212';
const NONE = '–';

function ScannerDeviceFigures({ scannerDevice: { scans, lately, refused, unsent, offsetMs, listAt, seenAt }, at, warnings }: FiguresProps) {
  const { t } = useTranslation('staff-doors');
  const { span, ago } = useSpanText();
  const isClockOff = warnings.includes('clock_ahead') || warnings.includes('clock_behind');
  const figures: Record<FigureName, Figure> = {
    scans: { text: String(scans) },
    lately: { text: String(lately) },
    refused: { text: String(refused) },
    unsent: { text: unsent === null ? NONE : String(unsent), colour: warnings.includes('unsent') && 'font-semibold text-danger' },
    list: { text: listAt === null ? NONE : ago(spanBetween(listAt, at)) },
    clock: {
      text: offsetMs === null ? NONE : `${signOf(offsetMs)}${span(spanOf(Math.abs(offsetMs)))}`,
      colour: isClockOff && 'font-semibold text-warn',
    },
    seen: {
      text: seenAt === null ? NONE : ago(spanBetween(seenAt, at)),
      colour: warnings.includes('silent') && 'font-semibold text-danger',
    },
  };
  return (
    <dl className="flex flex-wrap gap-x-2 max-desktop:col-span-3 desktop:col-span-7 desktop:grid desktop:grid-cols-subgrid">
      {FIGURES.map((name) => (
        <div key={name} className="flex gap-1.5 desktop:block desktop:text-end">
          <dt className="text-muted desktop:sr-only">{t(`figure.${name}`)}</dt>
          <dd className={classNames('type-tabular whitespace-nowrap', figures[name].colour)}>{figures[name].text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Less than a second is shown without a sign. */
function signOf(offsetMs: number): string {
  if (Math.abs(offsetMs) < 1_000) return '';
  return offsetMs < 0 ? MINUS : '+';
}

/** What to do, as sentences. */
function Warnings({ scannerDevice: { unsent, seenAt, offsetMs }, at, warnings }: FiguresProps) {
  const { t } = useTranslation('staff-doors');
  const { span } = useSpanText();
  const texts: Record<ScannerDeviceWarning, () => string> = {
    unsent: () => t('warning.unsent', { count: unsent ?? 0 }),
    silent: () => t('warning.silent', { time: span(spanBetween(seenAt ?? at, at)) }),
    clock_ahead: () => t('warning.clock_ahead', { time: span(spanOf(Math.abs(offsetMs ?? 0))) }),
    clock_behind: () => t('warning.clock_behind', { time: span(spanOf(Math.abs(offsetMs ?? 0))) }),
  };
  return warnings.map((warning) => (
    <p key={warning} className={classNames('flex gap-2 pt-1 font-semibold', warning.startsWith('clock') ? 'text-warn' : 'text-danger')}>
      <TriangleAlert size={20} aria-hidden="true" className="shrink-0" />
      {texts[warning]()}
    </p>
  ));
}
