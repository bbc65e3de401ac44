/** What is in a table, in two numbers that do not depend on the order of its rows or on the database. */
import {createHash} from 'node:crypto'

export interface TableSum {
  readonly rows: number
  readonly checksum: string
}

export class Summing {
  #rows = 0
  #sum = 0n

  /** A row as canonical texts, its columns in one order. */
  add(row: readonly (string | null)[]): void {
    const digest = createHash('sha256').update(JSON.stringify(row)).digest()
    this.#rows += 1
    // Added and not laid over each other: two equal rows would take each other away.
    this.#sum = BigInt.asUintN(128, this.#sum + digest.readBigUInt64BE(0) + (digest.readBigUInt64BE(8) << 64n))
  }

  get total(): TableSum {
    return {rows: this.#rows, checksum: this.#sum.toString(16).padStart(32, '0')}
  }
}
