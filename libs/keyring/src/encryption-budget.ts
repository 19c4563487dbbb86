/** One key's reservation in this process. */
interface Reservation {
  readonly id: string;
  readonly epoch: string;
  left: number;
}

/**
 * How many encryptions this process may still make under each active key without asking the database. The database counts
 * reservations, not uses, so that the count of a key is never too low (NIST SP 800-38D §8.3).
 */
export class EncryptionBudget {
  readonly #reservations = new Map<string, Reservation>();

  constructor(private readonly countMax: number) {}

  /** Takes `count` from a scope's reservation: the id of the key to use, or null when there is none that suffices. */
  take(address: string, epoch: string, count: number): string | null {
    const reservation = this.#reservations.get(address);
    if (!reservation || reservation.epoch !== epoch || reservation.left < count) return null;
    this.#reservations.delete(address);
    this.#reservations.set(address, reservation);
    reservation.left -= count;
    return reservation.id;
  }

  /** Gives back what was taken and not used. */
  giveBack(address: string, id: string, count: number): void {
    const reservation = this.#reservations.get(address);
    if (reservation?.id === id) reservation.left += count;
  }

  add(address: string, epoch: string, id: string, count: number): void {
    const reservation = this.#reservations.get(address);
    const left = reservation?.id === id && reservation.epoch === epoch ? reservation.left : 0;
    this.#reservations.delete(address);
    this.#reservations.set(address, { id, epoch, left: left + count });
    const oldest = this.#reservations.keys().next().value;
    if (this.#reservations.size > this.countMax && oldest !== undefined) this.#reservations.delete(oldest);
  }

  clear(prefix = ''): void {
    for (const address of [...this.#reservations.keys()]) {
      if (address.startsWith(prefix)) this.#reservations.delete(address);
    }
  }
}
