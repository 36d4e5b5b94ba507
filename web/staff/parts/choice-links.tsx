import { Link } from 'react-router';

type Choice = { name: string; to: string; isChosen: boolean; count?: number | string };

/** Ways through one list, of which one is taken: each has its own address. */
export function ChoiceLinks({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto">
      <ul className="flex gap-x-5">
        {choices.map(({ name, to, isChosen, count }) => (
          <li key={name}>
            <Link
              to={to}
              replace
              aria-current={isChosen ? 'true' : undefined}
              className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent whitespace-nowrap text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-text"
            >
              {name}
              {count !== undefined && <span className="type-tabular">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
