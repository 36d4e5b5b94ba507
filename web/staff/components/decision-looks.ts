import CircleCheck from 'lucide-react/icons/circle-check';
import OctagonX from 'lucide-react/icons/octagon-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { StateLook } from './state-word.tsx';

/** The icons and colours of decisions at the door, in Tonight and in a guest's visits. */
export const DECISION_LOOKS = {
  accepted: { Icon: CircleCheck, colour: 'text-ok' },
  refused: { Icon: TriangleAlert, colour: 'text-warn' },
  rejected: { Icon: OctagonX, colour: 'text-danger' },
  conflict: { Icon: TriangleAlert, colour: 'text-danger' },
  noted: { Icon: TriangleAlert, colour: 'text-warn' },
} as const satisfies Record<string, StateLook>;
