import Ban from 'lucide-react/icons/ban';
import BadgePlus from 'lucide-react/icons/badge-plus';
import BanknoteX from 'lucide-react/icons/banknote-x';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarOff from 'lucide-react/icons/calendar-off';
import CalendarX from 'lucide-react/icons/calendar-x';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import CircleCheck from 'lucide-react/icons/circle-check';
import ClockAlert from 'lucide-react/icons/clock-alert';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import Gauge from 'lucide-react/icons/gauge';
import History from 'lucide-react/icons/history';
import DoorClosed from 'lucide-react/icons/door-closed';
import Hourglass from 'lucide-react/icons/hourglass';
import IdCard from 'lucide-react/icons/id-card';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import OctagonPause from 'lucide-react/icons/octagon-pause';
import OctagonX from 'lucide-react/icons/octagon-x';
import RefreshCwOff from 'lucide-react/icons/refresh-cw-off';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ScanSearch from 'lucide-react/icons/scan-search';
import SearchX from 'lucide-react/icons/search-x';
import ShieldX from 'lucide-react/icons/shield-x';
import TicketMinus from 'lucide-react/icons/ticket-minus';
import TicketSlash from 'lucide-react/icons/ticket-slash';
import TicketX from 'lucide-react/icons/ticket-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserCheck from 'lucide-react/icons/user-check';
import UserPen from 'lucide-react/icons/user-pen';
import UserX from 'lucide-react/icons/user-x';
import UsersRound from 'lucide-react/icons/users-round';
import Users from 'lucide-react/icons/users';
import WifiOff from 'lucide-react/icons/wifi-off';
import { scannerFills } from '#shared/media/colours.ts';
import { posterColours } from '#shared/media/covers.ts';
import type { Signal } from '#web/door/ui/signals.ts';
import type { VerdictKey } from './verdict-texts.ts';

type Fill = { fill: string; on: string; signal: Signal };
type Look = Fill & { Icon: typeof CircleCheck };

const yes: Fill = { ...scannerFills.accept, signal: 'accept' };
const no: Fill = { ...scannerFills.reject, signal: 'reject' };
/** Another event or hour: valid, but not here and now. */
const elsewhere: Fill = { fill: posterColours.cobalt, on: posterColours.bone, signal: 'other' };
/** Staff must look at the guest or ask. */
const unsure: Fill = { ...scannerFills.noDecision, signal: 'undecided' };
export const neutral: Fill = { fill: posterColours.bone, on: posterColours.coal, signal: 'noted' };

/** No two verdicts look alike: the colour tells what to do, the icon tells why. Only an admission has its colour and sound. */
export const verdictLooks: Record<VerdictKey, Look> = {
  valid: { ...yes, Icon: CircleCheck },
  new: { ...yes, Icon: BadgePlus },
  decided: { ...yes, Icon: CircleCheckBig },
  back_in: { ...yes, Icon: RotateCcw },
  on_list: { ...yes, Icon: ListChecks },
  out: { ...neutral, Icon: LogOut },
  info_valid: { ...neutral, Icon: ScanSearch },
  not_inside: { ...unsure, Icon: DoorClosed },
  ticket_used: { ...no, Icon: History },
  banned: { ...no, Icon: Ban },
  rejected_by_staff: { ...no, Icon: OctagonX },
  ticket_refunded: { ...no, Icon: BanknoteX },
  ticket_revoked: { ...no, Icon: TicketMinus },
  ticket_transferred: { ...no, Icon: TicketSlash },
  needs_name: { ...no, Icon: UserPen },
  code_tampered: { ...no, Icon: ShieldX },
  code_replaced: { ...no, Icon: RefreshCwOff },
  not_ours: { ...no, Icon: TicketX },
  other_event: { ...elsewhere, Icon: CalendarX },
  past_event: { ...elsewhere, Icon: CalendarCheck },
  other_event_unknown: { ...elsewhere, Icon: CalendarX },
  event_cancelled: { ...no, Icon: CalendarOff },
  not_open_yet: { ...elsewhere, Icon: Hourglass },
  not_open_yet_unknown: { ...elsewhere, Icon: Hourglass },
  rejected_before: { ...unsure, Icon: OctagonPause },
  doubtful: { ...unsure, Icon: OctagonAlert },
  under_18: { ...unsure, Icon: IdCard },
  free_until_over: { ...unsure, Icon: ClockAlert },
  list_full: { ...unsure, Icon: UsersRound },
  entry_used: { ...no, Icon: UserCheck },
  not_on_list: { ...unsure, Icon: UserX },
  full: { ...unsure, Icon: Users },
  ticket_not_found: { ...unsure, Icon: SearchX },
  not_listed: { ...unsure, Icon: CloudAlert },
  without_code: { ...unsure, Icon: WifiOff },
  no_network: { ...unsure, Icon: WifiOff },
  limit_minute: { ...unsure, Icon: Gauge },
  limit_hour: { ...unsure, Icon: Gauge },
  limit_device: { ...unsure, Icon: Gauge },
  limit_member: { ...unsure, Icon: Gauge },
  not_stored: { ...unsure, Icon: TriangleAlert },
  unknown: { ...unsure, Icon: TriangleAlert },
};
