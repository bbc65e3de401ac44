/** The field in which a record's state is: a choice of the states of point 4, in their order. */
import type {Machine} from '../states/model.ts'
import {literalDefault} from './expression.ts'
import type {Field} from './model.ts'
import {labelOfName} from './names.ts'
import {oneOf} from './types/one-of.ts'

export function stateField({field, states, starts, file, line, column}: Machine): Field | null {
  if (states.length === 0) return null
  const renamed = new Map(states.flatMap(({name, was}) => (was === null ? [] : [[was, name] as const])))
  const type = oneOf.use({words: states.map(({name}) => name), renamed})
  return {
    name: field,
    label: labelOfName(field),
    was: null,
    type,
    required: true,
    unique: false,
    default: starts === null ? null : literalDefault(type, starts),
    offers: null,
    computed: null,
    state: true,
    setByEngine: false,
    meaning: '',
    source: null,
    file,
    line,
    column,
  }
}
