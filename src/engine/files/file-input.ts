/** What a form says about a field of files. */
import type {SentFile} from './file-store.ts'

export interface FileInput {
  /** Ids of files that the field has already; whatever it does not have is refused. */
  readonly keep: readonly string[]
  readonly add: readonly SentFile[]
}
