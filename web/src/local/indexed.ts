/**
 * Where the tables of a page are kept: texts by place and key in IndexedDB.
 * `src/ilos/local/backend.py` says what each of these must promise.
 */
const PLACES = ['tables', 'people', 'entries', 'records'] as const;
type Place = (typeof PLACES)[number];

interface Write {
  readonly place: Place;
  readonly key: string;
  readonly value: string | null;
  readonly new: boolean;
}

const LAST = '\uffff';

export class IndexedBackend {
  #full = false;

  private constructor(
    readonly database: IDBDatabase,
    /** Told when the browser takes no more, and when it does again. */
    readonly onroom: (left: boolean) => void,
  ) {}

  static async open(onroom: (left: boolean) => void): Promise<IndexedBackend> {
    const asked = indexedDB.open('ilos', 1);
    asked.onupgradeneeded = () => {
      for (const place of PLACES) asked.result.createObjectStore(place);
    };
    const database = await result(asked);
    // A newer version of the page wants another form: let it have it.
    database.onversionchange = () => database.close();
    return new IndexedBackend(database, onroom);
  }

  async get(place: Place, key: string): Promise<string | undefined> {
    const found = await result<unknown>(this.database.transaction(place).objectStore(place).get(key));
    return typeof found === 'string' ? found : undefined; // Python's None; null would not be
  }

  async all(place: Place, prefix: string, after: string): Promise<string[]> {
    const range = after
      ? IDBKeyRange.bound(after, prefix + LAST, true)
      : IDBKeyRange.bound(prefix, prefix + LAST);
    return result<string[]>(this.database.transaction(place).objectStore(place).getAll(range));
  }

  /** All or nothing, on disk before it is acknowledged; false if what should be new is there already. */
  async write(text: string): Promise<boolean> {
    const writes = JSON.parse(text) as Write[];
    const places = [...new Set(writes.map((one) => one.place))];
    const transaction = this.database.transaction(places, 'readwrite', { durability: 'strict' });
    for (const { place, key, value, new: isNew } of writes) {
      const store = transaction.objectStore(place);
      if (value === null) store.delete(key);
      else if (isNew) store.add(value, key);
      else store.put(value, key);
    }
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => {
        if (this.#full) this.onroom(!(this.#full = false));
        resolve(true);
      };
      transaction.onabort = () => {
        if (transaction.error?.name === 'ConstraintError') return resolve(false);
        this.onroom(!(this.#full = true));
        reject(failure(transaction.error));
      };
    });
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

/** Python takes a plain error only: one of the browser's own kinds would leave it waiting for ever. */
const failure = (error: DOMException | null): Error =>
  new Error(error ? `${error.name}: ${error.message}` : 'the browser ended the transaction');
