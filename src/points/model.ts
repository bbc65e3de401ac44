/** The nine points of a document together, and its texts in other languages. */
import type {Finding} from '../document/finding.ts'
import type {PointNumber, RawDocument, Text} from '../document/raw.ts'
import type {Scope} from '../feel/scope.ts'
import type {Calls} from './calls/model.ts'
import type {Entities} from './entities/model.ts'
import type {Errors} from './errors/model.ts'
import type {Limits} from './limits/model.ts'
import type {Purpose} from './purpose.ts'
import type {Roles} from './roles/model.ts'
import type {Rules} from './rules/model.ts'
import type {ScreenKind, Screens} from './screens/model.ts'
import type {Actions, States} from './states/model.ts'

export interface Specification {
  readonly document: RawDocument
  readonly open: readonly PointNumber[]
  readonly purpose: Purpose
  readonly screens: Screens
  /** The kinds of screens that it was read with. */
  readonly kinds: readonly ScreenKind[]
  readonly entities: Entities
  readonly states: States
  /** The compiled rows of point 4. */
  readonly actions: Actions
  readonly rules: Rules
  readonly roles: Roles
  readonly calls: Calls
  readonly errors: Errors
  readonly limits: Limits
  /** The names available in expressions of this document. */
  readonly scope: Scope
  /** Its texts in the language of this specification; for the original document, the texts themselves. */
  readonly translation: Translation
  /** The files that translate its texts; empty in a translated specification. */
  readonly translations: readonly TranslationFile[]
  /** The languages that the document offers, its own first. */
  readonly languages: readonly string[]
}

/** The texts of a document in one language. */
export interface Translation {
  readonly language: string
  /** A single text: a label, a sentence with fields in braces. */
  readonly text: (original: string) => string
  /** Markdown, paragraph by paragraph and item by item. */
  readonly prose: (markdown: string) => string
}

/** One file, read. */
export interface TranslationFile {
  readonly file: string
  readonly language: string
  readonly entries: readonly TranslationEntry[]
  readonly findings: readonly Finding[]
}

export interface TranslationEntry {
  readonly point: PointNumber
  readonly section: string | null
  readonly original: Text
  readonly translation: Text
}
