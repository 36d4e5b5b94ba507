import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { ApiError } from '#shared/errors.ts';
import { type Clocks, createClock, type PhoneClock } from './clock.ts';
import { createConnectivity } from './connectivity.ts';
import { UNPAIRED } from './door-phone.ts';
import { type PairedDevice, pairDevice, type Phone, reopenDevice } from './paired-device.ts';
import { createScannerDeviceCalls, type Fetch, isDeviceOver } from './signed-send.ts';

type Page = Pick<Phone, 'store' | 'liveMs' | 'show'> & { fetchAnswer: Fetch };

/** Opens a phone on top of its opened storage, as the scanner device that is stored there. */
export async function openPhoneSession({ clocks, ...page }: Page & { clocks: Clocks }): Promise<PhoneSession> {
  const session = new PhoneSession(page, createClock(await page.store.readClock(), clocks));
  await session.reopen();
  return session;
}

/** A phone while its page is open. It is paired as one scanner device after another, which then does the work. */
export class PhoneSession {
  device: PairedDevice | undefined;
  readonly calls: Phone['calls'];
  private readonly phone: Phone;
  /** The last attempt to pair. */
  private pairing: { secret: string; key: CryptoKeyPair } | undefined;

  constructor({ fetchAnswer, ...page }: Page, clock: PhoneClock) {
    this.calls = createScannerDeviceCalls(fetchAnswer, clock, () => this.device?.signer());
    this.phone = { ...page, calls: this.calls, clock, connectivity: createConnectivity(clock.steady) };
  }

  async reopen(): Promise<void> {
    this.device = await reopenDevice(this.phone);
    if (this.device) await this.device.start();
    else this.phone.show({ phase: 'unpaired' });
  }

  async pair(secret: string): Promise<void> {
    // The server repeats a lost answer for the same key.
    if (this.pairing?.secret !== secret) this.pairing = { secret, key: await createDoorKey() };
    const { key } = this.pairing;
    const view = await this.calls.pair({ body: { secret, publicKey: await publicKeyOf(key) } });
    await this.forget();
    this.device = await pairDevice(this.phone, view, key);
    await this.device.start();
  }

  /** @throws ApiError device_ended once the scanner device is over, because a new scan would be deleted with the rest */
  async scanBy<T>(scan: (device: PairedDevice) => Promise<T>): Promise<T> {
    const { device } = this;
    if (!device || device.hasEnded) throw new ApiError(410, { code: 'device_ended' });
    try {
      return await scan(device);
    } catch (error) {
      if (isDeviceOver(error)) device.end();
      throw error;
    } finally {
      device.afterScan();
    }
  }

  async leave(): Promise<void> {
    await this.device?.leave();
    await this.forget();
    this.phone.show({ phase: 'ended' });
  }

  close(): void {
    this.device?.stop();
    this.phone.store.close();
  }

  /** Deletes everything of the scanner device. */
  private async forget(): Promise<void> {
    this.device?.stop();
    await this.phone.store.wipe();
    this.device = undefined;
    this.phone.show(UNPAIRED);
  }
}
