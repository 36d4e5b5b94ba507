import { useTranslation } from '#web/ui/translation.tsx';
import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { ticketStub } from '#shared/media/colours.ts';
import { coverRatios, coverUrl } from '#shared/media/covers.ts';
import type { TransferView } from '#shared/tickets/transfers.contract.ts';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Poster } from '#web/ui/picture.tsx';
import { EventLines } from './event-lines.tsx';

/**
 * A ticket that waits for its new holder: the event's paper, and the stub without a code. It shows no poster if the page has one beside it.
 */
export function OfferedTicket({ offer }: { offer: TransferView }) {
  const { t } = useTranslation(['common', 'transfers']);
  const { language } = useLanguage();
  const { event, until } = offer;
  return (
    <article aria-label={eventName(event, language)} className="tablet:grid tablet:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="paper flex flex-col">
        <Poster src={coverUrl(event.id, '2x1')} {...coverRatios['2x1']} className="min-[80rem]:hidden" />
        <EventLines event={event} doors={t('transfers:take.doors', { time: timeText(event.startDate) })} />
      </div>
      <div className="stub-edge">
        <dl
          {...paint({ paper: ticketStub.fill, on: ticketStub.on, accent: ticketStub.on })}
          className="paper flex flex-col justify-center gap-4 p-5"
        >
          <Fact
            term={t('transfers:take.ticketType')}
            text={eventName({ id: 0, name: offer.ticketTypeName, nameLat: offer.ticketTypeNameLat }, language)}
          />
          <Fact term={t('transfers:take.from')} text={offer.from} />
          <Fact
            term={t('transfers:take.link')}
            text={t('transfers:take.until', { date: dateText(until, language, t), time: timeText(until) })}
          />
        </dl>
      </div>
    </article>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="type-small">
      <dt>{term}</dt>
      <dd dir="auto" className="type-body font-bold wrap-anywhere">
        {text}
      </dd>
    </div>
  );
}
