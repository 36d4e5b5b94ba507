import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

export type MenuCommand = { name: string; isDanger?: boolean; isDisabled?: boolean; run(): void };

/** A button with the less frequent commands of a page. */
export function Menu({ label, commands }: { label: string; commands: readonly MenuCommand[] }) {
  return (
    <MenuTrigger>
      <Button className={buttonClass({ look: 'secondary', size: 'small' })}>
        <span className="flex items-center gap-2">
          {label}
          <ChevronDown size={16} />
        </span>
      </Button>
      <Popover className="min-w-52 rounded-control border border-control bg-surface-2 py-1 text-[1rem]">
        <AriaMenu className="outline-none">
          {commands.map(({ name, isDanger, isDisabled = false, run }) => (
            <MenuItem
              key={name}
              isDisabled={isDisabled}
              onAction={run}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center px-4 outline-none data-disabled:text-muted data-focused:bg-surface-3 focus-visible:shadow-none',
                isDanger && 'text-danger',
              )}
            >
              {name}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
