/** Point 9: business constants and limits, with their units. */

import type {PlacedName} from '../../document/bullets.ts'
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'

export type ConstantValue =
  | {readonly kind: 'number'; readonly number: string}
  | {readonly kind: 'duration'; readonly seconds: number}
  | {readonly kind: 'months'; readonly months: number}
  | {readonly kind: 'size'; readonly bytes: number}
  | {readonly kind: 'rate'; readonly count: number; readonly seconds: number}
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'words'; readonly words: readonly string[]}

export interface Constant extends Place {
  readonly name: string
  readonly value: ConstantValue
  /** As written in the document, without quotes; shown in messages and on pages. */
  readonly shown: string
  /** The place of its value. */
  readonly at: Text
  /** The label in the settings: `Days per year`. */
  readonly label: string
  readonly meaning: string
  /** The heading above its table; empty without one. */
  readonly group: string
  /** The roles that may change it in the application; empty if only the document defines it. */
  readonly changedBy: readonly PlacedName[]
  /** The bounds of a number. */
  readonly range: ConstantRange | null
}

export interface ConstantRange {
  readonly least: number | null
  readonly most: number | null
  readonly at: Text
}

export interface Limits {
  readonly constants: ReadonlyMap<string, Constant>
  /** Names of rows whose value cannot be read. */
  readonly unread: ReadonlySet<string>
  readonly settings: Settings
}

/** Settings of the engine; each has a default. */
export interface Settings {
  readonly PAGE_SIZE: number
  readonly MAX_UPLOAD: number
  readonly UPLOADS_PER_PERSON: number
  readonly UPLOADS_IN_ALL: number
  readonly SESSION_LENGTH: number
  /** Seconds since sign-in. */
  readonly SESSION_MAX: number
  /** Seconds without use on a device that others use, too; 0: sign-in does not offer it. */
  readonly SHARED_SESSION_LENGTH: number
  /** Seconds that entries of the audit log are kept. */
  readonly AUDIT_LENGTH: number
  readonly SIGN_IN_ATTEMPTS: number
  readonly REQUESTS_PER_MINUTE: number
  readonly PASSWORD_MIN: number
  /** Whether common passwords may be chosen: `refused` or `accepted`. */
  readonly EASY_PASSWORDS: string
  /** The email domains that may sign up; empty for all. */
  readonly SIGN_UP_DOMAINS: readonly string[]
  /** The name of the application; empty for the title of the document. */
  readonly PRODUCT_NAME: string
  /** The name of an uploaded image; empty for none. */
  readonly LOGO: string
  readonly TIME_ZONE: string
  readonly WORKING_WEEK: readonly string[]
  readonly CURRENCY: string
  readonly LANGUAGE: string
  readonly ACCENT: string
}
