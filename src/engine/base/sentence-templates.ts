/** The sentence of an action, and what a sentence says. */
import {fieldsAt} from '../../points/entities/lookup.ts'
import type {Entity, NamePart} from '../../points/entities/model.ts'
import {pathsIn} from '../../points/entities/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, Transition} from '../../points/states/model.ts'
import {templateParts, withSpans} from '../../points/template.ts'

/** A sentence about records of an entity, in the language of the reader. */
interface CompiledSentence {
  readonly parts: readonly NamePart[]
  /** In its braces: constants of point 9, and fields. */
  readonly constants: readonly string[]
  readonly paths: readonly (readonly string[])[]
  /** The fields of the record that it says, in the language of the document and in that of the reader. */
  readonly fields: readonly string[]
}

/** The sentences of the document in one language. Each is compiled when it is first said. */
export class CompiledSentences {
  readonly #specification: Specification
  readonly #compiled = new Map<string, CompiledSentence>()

  constructor(specification: Specification) {
    this.#specification = specification
  }

  of(entity: string, template: string): CompiledSentence {
    const key = `${entity} ${template}`
    const known = this.#compiled.get(key)
    if (known) return known
    const sentence = compiledSentence(this.#specification, entity, template)
    this.#compiled.set(key, sentence)
    return sentence
  }
}

function compiledSentence(specification: Specification, name: string, template: string): CompiledSentence {
  const {entities, limits, translation} = specification
  const {constants} = limits
  const entity = entities.entities.get(name)
  const read = (text: string): NamePart[] => {
    const parts = templateParts(text, inner => constants.has(inner)) ?? [{kind: 'text', text}]
    return entity ? withSpans(parts, entity) : parts
  }
  const parts = read(translation.text(template))
  const paths = pathsIn(parts)
  const isConstant = ([head = '']: readonly string[]) => constants.has(head)
  return {
    parts,
    constants: paths.filter(isConstant).flatMap(([head = '']) => head),
    paths: paths.filter(path => !isConstant(path)),
    fields: entity ? fieldsIn(entity, [...read(template), ...parts]) : [],
  }
}

function fieldsIn(entity: Entity, parts: readonly NamePart[]): string[] {
  const fields = pathsIn(parts).flatMap(([head = '']) => fieldsAt(entity, head))
  return [...new Set(fields.map(({name}) => name))]
}

/** The action's sentence for a change of state; the first of its sentences if the states are unknown. */
export function saysOf(action: Action, states: StateChange = {}): string | null {
  const rows = action.rows.filter(row => row.says !== null)
  return (rows.find(row => leadsTo(row, states)) ?? rows[0])?.says?.text ?? null
}

/** The previous and the new state, if known. */
export interface StateChange {
  readonly from?: string | null
  readonly to?: string | null
}

export function leadsTo({from, to}: Transition, states: StateChange): boolean {
  return (
    (!states.to || to === null || to === states.to) && (!states.from || from === null || from.includes(states.from))
  )
}
