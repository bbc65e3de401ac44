/** What a form sent, as input for the gate and as texts to show again. */
import type {Input} from '../change.ts'
import type {Form} from '../reply.ts'

/** Everything that was sent, so that nothing is dropped silently: the gate refuses what it does not know. */
export function inputsOf(sent: Form): ReadonlyMap<string, Input> {
  const byName = Map.groupBy(sent.fields, field => field.name)
  return new Map(
    [...byName]
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, fields]) => [name, inputOf(fields.map(({value}) => value))]),
  )
}

/** A control for files sends files, or the marker of an empty one. */
function inputOf(values: readonly Form['fields'][number]['value'][]): Input {
  const files = values.filter(value => typeof value !== 'string')
  const texts = values.filter(value => typeof value === 'string')
  return files.length > 0 || texts.includes(noFile) ? {files: {keep: [], add: files}} : {form: texts}
}

/** Stands beside a control for files, which sends nothing where none was chosen. */
export const noFile = '_none'

export function typedIn(names: readonly string[], sent: Form): ReadonlyMap<string, readonly string[]> {
  return new Map(
    names.map(name => [
      name,
      sent.fields.flatMap(each => (each.name === name && typeof each.value === 'string' ? [each.value] : [])),
    ]),
  )
}
