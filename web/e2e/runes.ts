/** Modules of the client that a test uses outside the page find their state to be plain values. */
const plain = <T>(value: T): T => value;
Object.assign(globalThis, { $state: Object.assign(plain, { raw: plain }) });
