import Banknote from 'lucide-react/icons/banknote';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Globe from 'lucide-react/icons/globe';
import House from 'lucide-react/icons/house';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';

export const PLACE_ICONS = {
  home: House,
  tonight: Moon,
  events: CalendarDays,
  guests: Users,
  sales: Banknote,
  site: Globe,
  settings: Settings,
} as const;
