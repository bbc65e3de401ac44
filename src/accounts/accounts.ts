/** What accounts need: the records, a clock, mail, and the address that people type. */
import type {Engine} from '../engine/engine.ts'
import type {AccountMail} from '../mail/account-mail.ts'
import type {Db} from '../store/sql.ts'

export interface Accounts {
  /** Called each time, because `nonet dev` swaps a document for its next version. */
  readonly engine: () => Engine
  /** Posts a mail in the transaction of the change it tells of. */
  readonly post: (db: Db, mail: AccountMail) => Promise<void>
  /** Milliseconds; tests control it. */
  readonly now: () => number
  /** Whether mails reach people: then an address counts once a link that was sent there has been opened. */
  readonly mails: boolean
  /** For links in mails. Never taken from a request, whose headers its sender chooses. */
  readonly origin: () => string
  /** Whether the sign-in page offers the demonstration's people. */
  readonly demo: boolean
  /** Reports what failed after the response had been sent. */
  readonly failed: (cause: unknown) => void
}

/** The same accounts with the texts of a language. */
export function accountsIn(accounts: Accounts, language: string): Accounts {
  return {...accounts, engine: () => accounts.engine().in(language)}
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export {instantAt, millisOf} from '../store/sql.ts'
