import { createContext, type ReactNode, use } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { Right } from '#shared/staff/rights.ts';

const Rights = createContext<readonly Right[]>([]);

/** Provides the rights of the console's user. */
export function RightsProvider({ rights, children }: { rights: readonly Right[]; children: ReactNode }) {
  return <Rights value={rights}>{children}</Rights>;
}

/** Returns whether the user has a right. The server decides: this only hides what it would refuse. */
export function useMay(): (right: Right) => boolean {
  const rights = use(Rights);
  return (right) => rights.includes(right);
}

/** Shows its children to users with this right only. */
export const OnlyWith = ({ right, children }: { right: Right; children: ReactNode }) => (useMay()(right) ? children : null);

/** A link for users with this right; plain text for others. */
export const LinkWith = ({ right, children, ...link }: LinkProps & { right: Right }) =>
  useMay()(right) ? <Link {...link}>{children}</Link> : <span>{children}</span>;
