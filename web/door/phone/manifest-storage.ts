import { OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import type { ListedGuest } from './door-phone.ts';
import { openText, sealText } from './encrypted-text.ts';
import { countArrivals, listedGuests } from './listed.ts';
import type { Store, StoredOfflineManifest, StoredScan } from './store.ts';

/** The offline manifest by which the phone decides, and its guest lists. A new version is on disk before it is `current`. */
export class ManifestStorage {
  current: StoredOfflineManifest | undefined;
  lists: readonly OfflineManifestList[] = [];
  private readonly store: Store;
  private readonly sealing: CryptoKey;
  private isClosed = false;

  /** `sealing` encrypts the guest lists on disk. */
  constructor(store: Store, sealing: CryptoKey) {
    this.store = store;
    this.sealing = sealing;
  }

  /** Reads what an earlier page stored. */
  async read(): Promise<void> {
    this.current = await this.store.readOfflineManifest();
    const sealed = await this.store.readLists();
    if (sealed) this.lists = OfflineManifestList.array().parse(JSON.parse(await openText(this.sealing, sealed)));
  }

  async storeWhole({ serverTime, after, version, live, rows, lists, ...head }: Omit<OfflineManifestView, 'rights'>): Promise<void> {
    const fresh = { head, live, version, serverTime, after };
    const sealed = await this.seal(lists);
    if (this.isClosed) return;
    await this.store.storeOfflineManifest(fresh, rows, sealed);
    [this.current, this.lists] = [fresh, lists];
  }

  /** Stores changes of the current version; others are dropped, because the next answer will follow the current version. */
  async storeChanges({ since, head, live, rows, lists, version, serverTime, after }: ChangesView): Promise<void> {
    const { current } = this;
    // A row may have changed back since.
    if (!current || since !== current.version) return;
    const fresh = { head: head ?? current.head, live: live ?? current.live, version, serverTime, after };
    // With another signing key all rows are sent again, under other lookup keys.
    const isWhole = fresh.head.publicKey !== current.head.publicKey;
    const sealed = lists ? await this.seal(lists) : undefined;
    if (this.isClosed) return;
    await this.store.storeChanges(fresh, { rows, isWhole }, sealed);
    [this.current, this.lists] = [fresh, lists ?? this.lists];
  }

  /** Writes nothing more: a browser that is wiped at this moment stays empty. */
  close(): void {
    this.isClosed = true;
  }

  async deleteLists(): Promise<void> {
    this.lists = [];
    await this.store.deleteLists();
  }

  /** The guest list entries with their arrivals. `scans`: all scans of this phone. */
  listed(scans: readonly StoredScan[]): ListedGuest[] {
    const { current, lists } = this;
    return current ? listedGuests(lists, countArrivals({ lists, live: current.live, after: current.after }, scans)) : [];
  }

  private seal = (lists: readonly OfflineManifestList[]) => sealText(this.sealing, JSON.stringify(lists));
}
