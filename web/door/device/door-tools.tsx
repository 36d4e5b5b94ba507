import Ellipsis from 'lucide-react/icons/ellipsis';
import Keyboard from 'lucide-react/icons/keyboard';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { useTranslation } from '#web/ui/translation.tsx';
import { Tool, TorchTool } from '#web/door/ui/viewfinder.tsx';
import type { CameraState } from '#web/door/ui/use-camera.ts';

/** Counts people who enter or leave without a ticket. */
export function Clicker({ onCount }: { onCount(kind: 'plus' | 'minus'): void }) {
  const { t } = useTranslation('scanner-device');
  const look =
    'grid min-h-14 min-w-14 flex-1 place-items-center rounded-control border-2 border-control hover:bg-surface-2 active:bg-bone active:text-coal';
  return (
    <fieldset aria-label={t('clicker.label')} className="flex shrink-0 grow gap-2">
      <button type="button" aria-label={t('clicker.minus')} onClick={() => onCount('minus')} className={look}>
        <Minus size={28} aria-hidden="true" />
      </button>
      <button type="button" aria-label={t('clicker.plus')} onClick={() => onCount('plus')} className={look}>
        <Plus size={28} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

type ToolsProps = {
  switchTorch: CameraState['switchTorch'];
  onNumber(): void;
  /** Missing if the scanner device may not search. */
  onSearch: (() => void) | undefined;
  onMore(): void;
};

export function Tools({ switchTorch, onNumber, onSearch, onMore }: ToolsProps) {
  const { t } = useTranslation('scanner-device');
  return (
    <fieldset aria-label={t('tools.label')} className="flex gap-2">
      {switchTorch && <TorchTool switchTorch={switchTorch} />}
      <Tool Icon={Keyboard} text={t('tools.number')} onClick={onNumber} />
      {onSearch && <Tool Icon={Search} text={t('tools.search')} onClick={onSearch} />}
      <Tool Icon={Ellipsis} text={t('tools.more')} onClick={onMore} />
    </fieldset>
  );
}
