import { z } from 'zod';
import { registerInput, ResetPasswordInput, doorSaleInput } from './account.schemas.ts';

/** The token of the set-up link. */
export const SetUpLinkInput = ResetPasswordInput.pick({ token: true });

const { firstName, lastName, email, password } = registerInput(() => new Date()).shape;

/** The fields of an Owner's account: without personal number and date of birth, because an Owner is not a guest. */
export const OwnerAccount = z.object({ firstName, lastName, email, password });

export const SetUpOwnerInput = OwnerAccount.extend(SetUpLinkInput.shape);
/** What an invited team member types: without an address, which is known, and without guest data. */
export const MemberAccount = OwnerAccount.omit({ email: true }).extend(doorSaleInput(() => new Date()).pick({ phoneNumber: true }).shape);

export const JoinTeamInput = MemberAccount.extend(SetUpLinkInput.shape);
export type JoinTeamInput = z.infer<typeof JoinTeamInput>;
export type SetUpOwnerInput = z.infer<typeof SetUpOwnerInput>;
