/** One fault put into a sound document: what is replaced, and which finding names it at which line. */
import type {FindingCode} from '../../../src/document/finding.ts'

export interface Fault {
  /** What an author did wrong. */
  readonly fault: string
  readonly replace: string
  readonly by: string
  readonly code: FindingCode
  /** A text of the line that the finding names; without it, the line of the fault itself. */
  readonly at?: string
  /** Faults of the same number do not get in each other’s way, and are looked for together. */
  readonly group?: number
  /** Others that the same fault cannot but cause. */
  readonly also?: readonly FindingCode[]
}
