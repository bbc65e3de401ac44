/** A file to begin an import with: the columns as people call them, and a row of example values that an import accepts. */
import type {Value} from '../../feel/value.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {keyTexts, localeOf} from '../lookup.ts'
import type {ReadContext} from '../read-context.ts'
import {defaultValue} from '../write/validate-input.ts'
import {byteOrderMark, csvLine} from './csv-format.ts'

/** `texts`: an example of a text in this field. */
export async function templateCsv(
  reader: ReadContext,
  fields: readonly Field[],
  texts: (label: string) => string,
): Promise<string> {
  const cells: string[] = []
  for (const field of fields) cells.push(await exampleOf(reader, field, texts))
  return `${byteOrderMark}${csvLine(fields.map(({label}) => label))}${csvLine(cells)}`
}

/** Its default, or the first of what may be chosen, or any value of its type; what may be left out and follows from nothing is left out. */
async function exampleOf(reader: ReadContext, field: Field, texts: (label: string) => string): Promise<string> {
  const {type, control} = field.type
  const target = targetOf(field)
  if (target !== null) return (await keyTexts(reader, reader.visibility, target)).at(0) ?? ''
  const standard = await defaultValue(reader, field)
  if (standard === null && !field.required) return ''
  const value = standard ?? anyValue(field, reader)
  if (value !== null) return field.type.toCsv(value, localeOf(reader.moment))
  if (control.attributes?.['type'] === 'email') return 'name@example.com'
  return type.kind === 'text' && control.attributes?.['type'] === undefined ? texts(field.label) : ''
}

function anyValue({type: {type, control}}: Field, {moment}: ReadContext): Value {
  if (type.kind === 'date') return moment.local.date
  if (type.kind === 'boolean') return true
  if (type.kind === 'number') return Number(control.attributes?.['min'] ?? 1)
  return type.kind === 'choice' ? (type.words[0] ?? null) : null
}
