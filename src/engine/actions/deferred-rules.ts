/**
 * Rules are judged on the world as the whole action leaves it, effects and all: while it happens its changes are
 * noted, and judged together at the end.
 */
import type {Value} from '../../feel/value.ts'
import type {ChangeProblem} from '../change.ts'
import type {JudgedChange} from '../rules.ts'
import type {Writing} from '../writing.ts'

type Problem = Omit<ChangeProblem, 'at'>

export class DeferredRules {
  private readonly changes = new Map<string, JudgedChange>()
  private readonly person: Writing

  /** `person`: whoever acts, who reads the messages. */
  constructor(person: Writing) {
    this.person = person
  }

  /** The same writing, but its rules wait. */
  during(writing: Writing): Writing {
    return {
      ...writing,
      rules: async (_writing, change) => {
        this.note(change)
        return []
      },
    }
  }

  /** Several changes of one record are one: from what was before the first, by the last action. */
  note(change: JudgedChange): void {
    const key = `${change.entity} ${change.id}`
    const first = this.changes.get(key)
    if (change.kind === 'delete') this.changes.delete(key)
    else if (first === undefined) this.changes.set(key, change)
    else this.changes.set(key, {...change, kind: first.kind, before: first.before})
  }

  /** Problems at fields of the record itself stand there; those of others concern the whole. */
  async judge(
    record: {readonly entity: string; readonly id: string},
    inputs: ReadonlyMap<string, Value>,
  ): Promise<Problem[]> {
    const problems: Problem[] = []
    for (const change of this.changes.values()) {
      const own = change.entity === record.entity && change.id === record.id
      const broken = await this.person.rules(this.person, own ? {...change, inputs} : change)
      problems.push(...(own ? broken : broken.map(each => ({...each, field: null}))))
    }
    return problems
  }
}
