import { LoginInput } from '#shared/accounts/account.schemas.ts';
import { endpoint } from '#shared/contract.ts';
import { empty } from '#shared/wire.ts';
import { MyDataView } from './my-data.views.ts';

export const privacyContract = {
  myData: endpoint('GET', '/auth/my-data', 'user', {
    summary: 'Everything that is kept about the caller, as a file',
    output: MyDataView,
  }),
  deleteAccount: endpoint('POST', '/auth/delete-account', 'user', {
    summary: 'Deletes the account of the caller, who knows the password; what the law on bookkeeping demands stays without a name',
    body: LoginInput.pick({ password: true }),
    output: empty,
    invalidStatus: 422,
    errors: ['account_has_payments', 'account_has_tickets', 'account_last_admin'],
  }),
};
