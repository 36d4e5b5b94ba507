import { z } from 'zod';
import { registerInput, ResetPasswordInput, doorSaleInput } from './account.schemas.ts';

/** The token of the link of the set-up. */
export const SetUpLinkInput = ResetPasswordInput.pick({ token: true });

const { firstName, lastName, email, password } = registerInput(() => new Date()).shape;

/** What an Owner's account needs: an owner is no guest, so neither personal number nor date of birth. */
export const OwnerAccount = z.object({ firstName, lastName, email, password });

export const SetUpOwnerInput = OwnerAccount.extend(SetUpLinkInput.shape);
/** What a member of the team types with an invitation: its address is known, and a colleague is no guest. */
export const MemberAccount = OwnerAccount.omit({ email: true }).extend(doorSaleInput(() => new Date()).pick({ phoneNumber: true }).shape);

export const JoinTeamInput = MemberAccount.extend(SetUpLinkInput.shape);
export type JoinTeamInput = z.infer<typeof JoinTeamInput>;
export type SetUpOwnerInput = z.infer<typeof SetUpOwnerInput>;
