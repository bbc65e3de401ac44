/** What a form sent, as input for the gate and as texts to show again. */
import type {Input} from '../change.ts'
import type {Form} from '../reply.ts'

/** Everything that was sent, so that nothing is dropped silently: the gate refuses what it does not know. */
export function inputsOf(sent: Form): ReadonlyMap<string, Input> {
  const texts = new Map<string, string[]>()
  for (const {name, value} of sent.fields) {
    if (name.startsWith('_') || typeof value !== 'string') continue
    texts.set(name, [...(texts.get(name) ?? []), value])
  }
  return new Map([...texts].map(([name, form]) => [name, {form}]))
}

export function typedIn(names: readonly string[], sent: Form): ReadonlyMap<string, readonly string[]> {
  return new Map(
    names.map(name => [
      name,
      sent.fields.flatMap(each => (each.name === name && typeof each.value === 'string' ? [each.value] : [])),
    ]),
  )
}
