/** The types of the functions of a document: what each takes and gives, for `const price: Fn<'price'> = …`. */
import type {Type} from '../../feel/type.ts'
import type {Specification} from '../../points/specification.ts'

export function functionTypes({entities}: Specification): string {
  const declared = [...entities.functions.values()].map(({name, takes, gives}) => {
    const values = takes.map(each => `readonly ${each.name}: ${valueType(each.type)}`)
    return `    ${name}: (values: {${values.join('; ')}}) => (${valueType(gives)}) | null`
  })
  if (declared.length === 0) return ''
  return `declare module 'nonet/code' {
  /** What a function of the document is, by its name. Dates are ISO texts. */
  type Fn<Name extends keyof Functions> = Functions[Name]
  interface Functions {
${declared.join('\n')}
  }
}
`
}

function valueType(type: Type): string {
  if (type.kind === 'boolean' || type.kind === 'number') return type.kind
  return type.kind === 'choice' ? type.words.map(word => JSON.stringify(word)).join(' | ') : 'string'
}
