import { createOtherBanks, createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import type { Site } from './site.ts';

const CHECK = 'bank';

/** Checks that every configured bank answers and accepts our credentials. No money moves. */
export async function checkBanks({ env, origin }: Site): Promise<Finding[]> {
  const banks = [createProvider(env, () => origin), ...createOtherBanks(env)].filter(({ name }) => name !== 'fake');
  if (banks.length === 0) return [leftOut(CHECK, 'payments go to the test bank, without money')];
  return Promise.all(
    banks.map(async ({ name, handshake }) => {
      try {
        await handshake();
        return well(CHECK, `${name} knows us`);
      } catch (error) {
        if (!(error instanceof BankError)) throw error;
        const correction =
          error.outcome === 'refused'
            ? `see the id, the secret and the key of ${name} in the settings`
            : 'see its address in the settings and the network';
        return fault(CHECK, `${name}: ${error.message}`, correction);
      }
    }),
  );
}
