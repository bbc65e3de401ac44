/** Validates rules while typing, with the same expressions as the server; loaded if a form has rules that need nothing else. */

import type {Problem} from '../../../engine/page/common.ts'
import {compileInBrowser} from '../../../feel/browser.ts'
import {fromMillis} from '../../../feel/calendar.ts'
import type {Environment} from '../../../feel/environment.ts'
import {decodeValue} from '../../../feel/format.ts'
import type {Value} from '../../../feel/value.ts'
import type {LocalRules} from '../data.ts'

export class ClientRules {
  private readonly data: LocalRules
  private readonly rules

  constructor(data: LocalRules) {
    this.data = data
    this.rules = data.rules.map(rule => ({
      ...rule,
      when: rule.when && compileInBrowser(rule.when),
      must: compileInBrowser(rule.must),
      reads: fieldsIn([rule.when, rule.must]),
    }))
  }

  /** The messages of all rules validated here: the server does not repeat them. */
  get messages(): ReadonlySet<string> {
    return new Set(this.data.rules.map(({message}) => message))
  }

  broken(sent: FormData): Problem[] {
    const values = this.valuesIn(sent)
    const environment = this.environment(values)
    if (!environment) return []
    return this.rules.flatMap(({field, message, when, must, reads}) => {
      const isFilled = reads.every(name => (values.get(name) ?? null) !== null)
      const holds = !isFilled || (when && when(environment) !== true) || must(environment) === true
      return holds ? [] : [{field, message}]
    })
  }

  private valuesIn(sent: FormData): ReadonlyMap<string, Value> {
    return new Map(
      Object.entries(this.data.types).map(([name, type]) => {
        const text = sent.getAll(name).at(-1)
        if (typeof text !== 'string' || text === '') return [name, null]
        return [name, decodeValue(type, type.kind === 'boolean' ? text === 'yes' : text)]
      }),
    )
  }

  private environment(values: ReadonlyMap<string, Value>): Environment | null {
    const now = fromMillis(Date.now())
    const {zone, workingWeek} = this.data
    const world = {all: () => [], field: (_: unknown, name: string) => values.get(name) ?? null}
    const record = {entity: '', id: ''}
    return now && {world, this: record, me: null, old: null, inputs: new Map(), now, zone, workingWeek}
  }
}

/** The record is the form's own, so every field an expression reads is part of the form. */
function fieldsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'op' in node && node.op === 'field' && 'field' in node ? [String(node.field)] : []
  return [...own, ...Object.values(node).flatMap(fieldsIn)]
}
