/** Names that fields cannot have, because they mean something already. */
import {ownFields} from './own-fields.ts'

/** Words of expressions; a field with such a name could never be named in one. */
const words = new Set(
  'this me old item if then else and or not in between some every satisfies for return null true false function external instance of'.split(
    ' ',
  ),
)

export function whyReserved(name: string): string | null {
  if (ownFields.has(name)) return `Every record has the built-in field \`${name}\`.`
  return words.has(name) ? `\`${name}\` is reserved: it is a word of expressions.` : null
}
