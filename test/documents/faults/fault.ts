/** One fault in a valid document: the replacement, and the finding that reports it with its line. */
import type {FindingCode} from '../../../src/document/finding.ts'

export interface Fault {
  /** The author's mistake. */
  readonly fault: string
  readonly replace: string
  readonly by: string
  readonly code: FindingCode
  /** A text in the line that the finding names; without it, the line of the fault itself. */
  readonly at?: string
  /** Faults with the same number do not affect each other, and are checked together. */
  readonly group?: number
  /** Other findings that the same fault inevitably causes. */
  readonly also?: readonly FindingCode[]
}
