import { paths } from '#shared/paths.ts';
import type { CodeView, EventPromoCodesView } from '#shared/staff/promo-codes.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useCopy } from '#web/staff/components/copy-text.ts';
import { DataTable, Moment } from '#web/staff/components/data-table.tsx';
import { RowCommand } from '#web/staff/components/row-command.tsx';
import { Ended } from '#web/staff/components/state-word.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type PromoCodesTableProps = {
  view: EventPromoCodesView;
  /** The event is over, so nothing can be changed. */
  isOver: boolean;
  onEdit(code: CodeView): void;
  onEnd(code: CodeView): void;
  onReopen(code: CodeView): void;
};

/** Codes with what they open and their use; each link can be copied. */
export function PromoCodesTable({ view, isOver, onEdit, onEnd, onReopen }: PromoCodesTableProps) {
  const { t } = useTranslation(['staff-promo-codes', 'staff']);
  const { language } = useLanguage();
  const copy = useCopy();
  const linkOf = ({ code }: CodeView) => `${location.origin}${paths.event(view.id)}?code=${encodeURIComponent(code)}`;
  const usesOf = ({ held, sold, uses }: CodeView) => (uses === null ? String(held + sold) : t('used_of', { used: held + sold, uses }));
  return (
    <DataTable
      caption={t('title')}
      rows={view.codes}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'code',
          title: t('code'),
          place: 'name',
          sortBy: ({ code }) => code,
          cell: ({ code, owner, endedAt }) => (
            <span className="flex flex-col">
              <span className="font-semibold wrap-anywhere">{code}</span>
              {owner !== '' && (
                <span dir="auto" className="text-muted wrap-anywhere">
                  {owner}
                </span>
              )}
              {endedAt !== null && <Ended>{t('staff:inactive')}</Ended>}
            </span>
          ),
        },
        {
          key: 'ticketType',
          title: t('staff:ticket_type'),
          cell: ({ ticketType }) => <span className="wrap-anywhere">{language === 'ka' ? ticketType.name : ticketType.nameLat}</span>,
        },
        {
          key: 'used',
          title: t('used'),
          isNumber: true,
          cell: (code) => <span className="whitespace-nowrap">{usesOf(code)}</span>,
          sortBy: ({ held, sold }) => held + sold,
        },
        { key: 'per_person', title: t('per_person'), isNumber: true, cell: ({ usesPerPerson }) => usesPerPerson ?? '—' },
        { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold, sortBy: ({ sold }) => sold },
        { key: 'arrived', title: t('staff:checked_in'), isNumber: true, cell: ({ arrived }) => arrived, sortBy: ({ arrived }) => arrived },
        { key: 'window', title: t('window'), cell: (code) => <Window code={code} /> },
        {
          key: 'do',
          title: t('staff:actions'),
          place: 'line',
          cell: (code) => (
            <span className="flex flex-wrap gap-x-4">
              <RowCommand
                label={t('staff:do_with', { what: t('staff:link.copy'), name: code.code })}
                text={t('staff:link.copy')}
                onPress={() => copy(linkOf(code))}
              />
              {!isOver && code.endedAt === null && (
                <>
                  <RowCommand label={t('staff:edit_of', { name: code.code })} text={t('staff:edit')} onPress={() => onEdit(code)} />
                  <RowCommand
                    label={t('staff:do_with', { what: t('staff:deactivate'), name: code.code })}
                    text={t('staff:deactivate')}
                    onPress={() => onEnd(code)}
                  />
                </>
              )}
              {!isOver && code.endedAt !== null && (
                <RowCommand
                  label={t('staff:do_with', { what: t('staff:reactivate'), name: code.code })}
                  text={t('staff:reactivate')}
                  onPress={() => onReopen(code)}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function Window({ code: { validFrom, validUntil } }: { code: CodeView }) {
  const { t } = useTranslation(['staff-promo-codes', 'staff']);
  if (validFrom === null && validUntil === null) return <span className="text-muted">{t('staff:always')}</span>;
  return (
    <span className="flex flex-col">
      {validFrom !== null && (
        <span className="whitespace-nowrap">
          {t('staff:from')} <Moment at={validFrom} />
        </span>
      )}
      {validUntil !== null && (
        <span className="whitespace-nowrap">
          {t('staff:until')} <Moment at={validUntil} />
        </span>
      )}
    </span>
  );
}
