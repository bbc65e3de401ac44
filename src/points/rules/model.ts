/** Point 5: what must hold when something is written. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'

export interface Rules {
  /** In the order of the document. */
  readonly rules: readonly Rule[]
}

export interface Rule extends Place {
  readonly name: string
  readonly entity: string
  /** Where its message stands; null for the record as a whole. */
  readonly field: string | null
  /** Judged on creating alone, or on one action alone; null for every write. */
  readonly on: {readonly kind: 'create'} | {readonly kind: 'action'; readonly action: string} | null
  /** Where it says something; everywhere where it is null. */
  readonly when: RuleCondition | null
  readonly must: RuleCondition
  readonly error: string
}

export interface RuleCondition {
  readonly text: Text
  readonly core: Core
}
