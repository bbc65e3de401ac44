/**
 * Rules are judged on the world as the whole change leaves it, an action with its effects or several requests
 * together: while it happens its changes are noted, and judged together at the end.
 */
import type {Value} from '../../feel/value.ts'
import type {ChangeProblem} from './change.ts'
import type {WriteContext} from './context.ts'
import {placed} from './parts.ts'
import type {RuleCheck} from './rules.ts'

interface Noted {
  readonly change: RuleCheck
  /** Which of the requests. */
  readonly at: number
}

/** The record that an action is performed on, and what it asked for. */
export interface ActedOn {
  readonly entity: string
  readonly id: string
  readonly inputs: ReadonlyMap<string, Value>
}

export class DeferredRules {
  private readonly changes = new Map<string, Noted>()
  private readonly person: WriteContext

  /** `person`: whoever acts, who reads the messages. */
  constructor(person: WriteContext) {
    this.person = person
  }

  /** The same writing, but its rules wait. */
  during(writing: WriteContext, at = 0): WriteContext {
    return {
      ...writing,
      rules: async (_writing, change) => {
        this.note(change, at)
        return []
      },
    }
  }

  /** Several changes of one record are one: from what was before the first, by the last action. */
  note(change: RuleCheck, at = 0): void {
    const key = `${change.entity} ${change.id}`
    const first = this.changes.get(key)
    if (change.kind === 'delete') this.changes.delete(key)
    else this.changes.set(key, first ? {change: together(first.change, change), at: first.at} : {change, at})
  }

  /** In an action, problems at fields of the record itself stand there; those of what its effects wrote concern the whole. */
  async judge(acted: ActedOn | null = null): Promise<ChangeProblem[]> {
    const problems: ChangeProblem[] = []
    for (const {change, at} of this.changes.values()) {
      const own = acted === null || (change.entity === acted.entity && change.id === acted.id)
      const broken = await this.person.rules(this.person, own && acted ? {...change, inputs: acted.inputs} : change)
      problems.push(...broken.map(each => ({...each, at, field: fieldOf(change, each.field, own)})))
    }
    return problems
  }
}

function together(first: RuleCheck, next: RuleCheck): RuleCheck {
  if (first.byParts && next.byParts) return {...first, byParts: first.byParts.union(next.byParts)}
  // A record that was written itself is judged by all its rules anyway.
  if (next.byParts) return first
  return first.byParts ? next : {...next, kind: first.kind, before: first.before}
}

function fieldOf({place, byParts}: RuleCheck, field: string | null, own: boolean): string | null {
  if (byParts) return null
  if (place !== undefined) return placed(place, field)
  return own ? field : null
}
