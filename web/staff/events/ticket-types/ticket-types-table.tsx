import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useEffect, useRef } from 'react';
import { moneyText } from '#shared/money.ts';
import type { ReleaseView } from '#shared/staff/releases.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable, Moment } from '#web/staff/parts/data-table.tsx';
import { useRowDrag } from '#web/staff/parts/use-row-drag.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type ReleasesTableProps = {
  releases: readonly ReleaseView[];
  onArrange(ids: number[]): void;
  onEdit(release: ReleaseView): void;
  onRemove(release: ReleaseView): void;
};

/** Releases in their order of sale, changed by arrows or by dragging. */
export function ReleasesTable({ releases, onArrange, onEdit, onRemove }: ReleasesTableProps) {
  const { t } = useTranslation('staff-releases');
  const { language } = useLanguage();
  const other = language === 'ka' ? 'en' : 'ka';
  const nameOf = (release: ReleaseView, which: string) => (which === 'ka' ? release.name : release.nameLat);
  const priceOf = ({ price }: ReleaseView) => (price === null ? t('no_price') : price === 0 ? t('free_of_charge') : moneyText(price));
  const moved = useArrowFocus(releases);
  const place = (from: number, to: number) => {
    const ids = releases.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    onArrange(ids);
  };
  const drag = useRowDrag(place);
  const move = (release: ReleaseView, by: -1 | 1) => {
    const from = releases.indexOf(release);
    moved(arrowId(release.id, by));
    place(from, from + by);
  };
  return (
    <DataTable
      caption={t('releases')}
      rows={releases}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'order',
          title: t('order'),
          place: 'state',
          cell: (release) => (
            <span className="-ms-3 flex">
              {/* For pointers; the arrows are for the keyboard too. */}
              <span aria-hidden="true" {...drag} className="grid size-11 cursor-grab touch-none place-items-center text-muted select-none">
                <GripVertical size={16} />
              </span>
              <Arrows name={nameOf(release, language)} id={release.id} releases={releases} onMove={(by) => move(release, by)} />
            </span>
          ),
        },
        {
          key: 'name',
          title: t('name'),
          place: 'name',
          cell: (release) => (
            <span className="flex flex-col">
              <span className="font-semibold">{nameOf(release, language)}</span>
              <span lang={other} className="text-muted">
                {nameOf(release, other)}
              </span>
              {release.isHidden && <span className="type-small font-semibold">{t('with_code')}</span>}
            </span>
          ),
        },
        {
          key: 'price',
          title: t('price'),
          isNumber: true,
          isTitled: false,
          cell: (release) => <span className="whitespace-nowrap">{priceOf(release)}</span>,
        },
        { key: 'quota', title: t('quota'), isNumber: true, cell: ({ quota }) => quota },
        { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
        { key: 'held', title: t('held'), isNumber: true, cell: ({ held }) => held },
        { key: 'free', title: t('free'), isNumber: true, cell: ({ free }) => free },
        { key: 'window', title: t('window'), cell: (release) => <Window release={release} /> },
        {
          key: 'do',
          title: t('do'),
          place: 'line',
          cell: (release) => (
            <span className="flex gap-4">
              <Button
                look="quiet"
                size="small"
                className="min-w-11 text-[0.875rem]"
                aria-label={t('edit_of', { name: nameOf(release, language) })}
                onClick={() => onEdit(release)}
              >
                {t('edit')}
              </Button>
              {release.canRemove && (
                <Button
                  look="quiet"
                  size="small"
                  className="min-w-11 text-[0.875rem]"
                  aria-label={t('remove_of', { name: nameOf(release, language) })}
                  onClick={() => onRemove(release)}
                >
                  {t('remove')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

const arrowId = (id: number, by: -1 | 1): string => `move-${id}-${by < 0 ? 'up' : 'down'}`;

type ArrowsProps = { id: number; name: string; releases: readonly ReleaseView[]; onMove(by: -1 | 1): void };

function Arrows({ id, name, releases, onMove }: ArrowsProps) {
  const { t } = useTranslation('staff-releases');
  const arrow = (by: -1 | 1, isLast: boolean) => (
    <button
      type="button"
      id={arrowId(id, by)}
      aria-label={t(by < 0 ? 'move_up' : 'move_down', { name })}
      aria-disabled={isLast || undefined}
      onClick={() => isLast || onMove(by)}
      className="grid size-11 place-items-center aria-disabled:text-faint"
    >
      {by < 0 ? <ArrowUp size={16} /> : <ArrowDown size={16} />}
    </button>
  );
  return (
    <>
      {arrow(-1, releases[0]?.id === id)}
      {arrow(1, releases.at(-1)?.id === id)}
    </>
  );
}

/** A row that moves loses the focus; it goes back to the arrow that was pressed. */
function useArrowFocus(releases: readonly ReleaseView[]): (arrow: string) => void {
  const pressed = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const order = releases.map(({ id }) => id).join();
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    if (pressed.current !== undefined) document.querySelector<HTMLElement>(`#${pressed.current}`)?.focus();
    pressed.current = undefined;
  }, [order]);
  return (arrow) => {
    pressed.current = arrow;
  };
}

function Window({ release: { onSaleFrom, onSaleUntil } }: { release: ReleaseView }) {
  const { t } = useTranslation('staff-releases');
  if (onSaleFrom === null && onSaleUntil === null) return <span className="text-muted">{t('always')}</span>;
  return (
    <span className="flex flex-col">
      {onSaleFrom !== null && (
        <span className="whitespace-nowrap">
          {t('from')} <Moment at={onSaleFrom} />
        </span>
      )}
      {onSaleUntil !== null && (
        <span className="whitespace-nowrap">
          {t('until')} <Moment at={onSaleUntil} />
        </span>
      )}
    </span>
  );
}
