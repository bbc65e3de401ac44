/** Point 5: the rules that every write must satisfy. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core} from '../../feel/core.ts'
import type {Sentence} from '../template.ts'

export interface Rules {
  /** In the order of the document. */
  readonly rules: readonly Rule[]
}

export interface Rule extends Place {
  readonly name: string
  readonly entity: string
  /** The field that shows the message; null for the record as a whole. */
  readonly field: string | null
  /** Applies only on create, or only on one action; null for every write. */
  readonly on: {readonly kind: 'create'} | {readonly kind: 'action'; readonly action: string} | null
  /** The condition under which the rule applies; null for always. */
  readonly when: RuleCondition | null
  readonly must: RuleCondition
  readonly error: string
  /** Shown below the rule where it holds: `{days} requested, {days_left} available`. */
  readonly says: Sentence | null
}

export const coresOf = ({must, when}: Rule): Core[] => [must.core, ...(when ? [when.core] : [])]

export interface RuleCondition {
  readonly text: Text
  readonly core: Core
}
