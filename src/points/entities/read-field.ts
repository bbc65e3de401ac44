/** One row of an entity's table of fields. */
import {type Finding, finding} from '../../document/finding.ts'
import {nearest} from '../../document/near.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import type {Cells} from '../../document/table.ts'
import {nullType} from '../../feel/type.ts'
import {textFrom, untyped} from './expression.ts'
import type {FieldUse, TypeSettings} from './field-type.ts'
import type {Expression, Field} from './model.ts'
import {asFieldName, canonicalName, isFieldName, labelOfName, longestName, type Named, splitWas} from './names.ts'
import {whyReserved} from './reserved.ts'
import {fieldTypes, readType, shownAs} from './types.ts'

export type FieldColumn = 'Field' | 'Type' | 'Required' | 'Default' | 'Set by' | 'Unique' | 'Label' | 'Meaning'

export function readField(cells: Cells<FieldColumn>, settings: TypeSettings, findings: Finding[]): Field | null {
  const named = readName(cells.Field, findings)
  const computed = computedOf(cells.Type)
  const {type: written, offers} = offersIn(cells.Type)
  const type = computed === null ? readUse(written, settings, findings) : shownAs(nullType)
  if (named === null || type === null) return null
  const said = {
    required: readYes(cells.Required, findings),
    unique: readYes(cells.Unique, findings),
    default: cells.Default.text !== '',
  }
  findings.push(...unsayable(cells, type, said))
  const {file, line, column} = cells.Field
  return {
    ...named,
    label: cells.Label.text || labelOfName(named.name),
    type,
    required: said.required && type.may.required,
    // Numbers from a counter are different by themselves.
    unique: (said.unique && type.may.unique) || (type.keeps.kind === 'column' && type.keeps.counter !== null),
    default: said.default && type.may.default ? untyped(cells.Default) : null,
    offers,
    computed,
    state: false,
    setByEngine: readSetBy(cells['Set by'], {type, computed}, findings),
    meaning: cells.Meaning.text,
    source: {
      field: cells.Field,
      type: cells.Type,
      required: cells.Required,
      default: cells.Default,
      unique: cells.Unique,
    },
    file,
    line,
    column,
  }
}

function readName(cell: Text, findings: Finding[]): Named | null {
  const split = splitWas(cell.text)
  const name = canonicalName(split?.name ?? cell.text)
  const was = split?.was ? canonicalName(split.was) : null
  const wrong = wrongName(name, split === null) ?? (was === null ? null : wrongName(was, false))
  if (wrong !== null) findings.push(finding(wrong.code, cell, wrong))
  return wrong === null ? {name, was} : null
}

function wrongName(name: string, brackets: boolean) {
  if (brackets)
    return {
      code: 'N304' as const,
      message: 'The earlier name of this field cannot be read.',
      hint: 'Write it like this: `first_day (was start)`.',
    }
  const reserved = whyReserved(name)
  if (reserved !== null)
    return {code: 'N305' as const, message: reserved, hint: 'Give the field another name, or leave the row out.'}
  if (isFieldName(name)) return null
  return {
    code: 'N304' as const,
    message:
      name.length > longestName
        ? `A field's name has at most ${longestName} characters.`
        : name === ''
          ? 'This field has no name.'
          : `\`${name}\` is no name of a field: it is written in small letters and digits with _ or spaces.`,
    hint: `Write it like this: \`${asFieldName(name)}\`.`,
  }
}

function computedOf(cell: Text): Expression | null {
  return cell.text.startsWith('=') ? untyped(textFrom(cell, 1)) : null
}

const offering = /^((?:many\s+)?[A-Z]\w*)\s*\[(.*)\]$/s

/** `Kind[active]`: a reference to one of the records for which the condition in brackets holds. */
export function offersIn(cell: Text): {readonly type: Text; readonly offers: Expression | null} {
  const [, type, condition] = offering.exec(cell.text) ?? []
  if (type === undefined || condition === undefined) return {type: cell, offers: null}
  const end = cell.text.lastIndexOf(']')
  const inside = textFrom({...cell, text: cell.text.slice(0, end)}, end - condition.length)
  return {type: {...cell, text: type}, offers: untyped(inside)}
}

function readUse(cell: Text, settings: TypeSettings, findings: Finding[]): FieldUse | null {
  const written = cell.text.replace(/\s+/g, ' ')
  const read = written === '' ? null : readType(written, settings)
  if (read?.ok) return read.use
  // Spaces that were laid together would move the place.
  const offset = read === null || written !== cell.text ? 0 : read.offset
  if (read !== null) findings.push(finding('N302', placeIn(cell, offset), read))
  else findings.push(written === '' ? noType(cell) : unknownType(cell, written))
  return null
}

function noType(cell: Text): Finding {
  return finding('N317', cell, {
    message: 'It is not said what this field holds.',
    hint: `Give it a type: ${fieldTypes.map(type => type.examples[0]).join(', ')}.`,
  })
}

function unknownType(cell: Text, written: string): Finding {
  return finding('N301', cell, {message: `There is no type \`${written}\`.`, hint: typeMeant(written)})
}

/** By our own names first, then by what other languages call them. */
export function typeMeant(written: string): string {
  const words = written.toLowerCase()
  const first = words.split(/[\s,(\d]/)[0] ?? ''
  const elsewhere = fieldTypes.find(type => type.elsewhere.some(name => name === words || name === first))
  const names = fieldTypes.map(type => type.name)
  const near = elsewhere?.name ?? nearest(words, names) ?? nearest(first, names)
  const examples = fieldTypes.find(type => type.name === near)?.examples ?? []
  if (examples.length > 0) return `Did you mean ${examples.map(example => `\`${example}\``).join(' or ')}?`
  const types = `Types are: ${fieldTypes.map(type => type.examples[0]).join(', ')}, and = with an expression.`
  if (!/^\p{Ll}\p{L}*$/u.test(written)) return types
  return `${types} A record of an entity begins with a capital letter, as in \`${labelOfName(written)}\`.`
}

function readSetBy(cell: Text, {type, computed}: Pick<Field, 'type' | 'computed'>, findings: Finding[]): boolean {
  if (cell.text === '') return false
  if (cell.text !== 'engine') {
    const message = `"${cell.text}" cannot set a field: it is \`engine\` or nobody in particular.`
    findings.push(finding('N326', cell, {message, hint: 'Write `engine`, or leave the cell empty.'}))
    return false
  }
  const {keeps} = type
  const filledIn = computed === null && (keeps.kind === 'pairs' || (keeps.kind === 'column' && keeps.counter === null))
  if (filledIn) return true
  const message = 'Nobody fills this field in anyway: its value follows from something else.'
  findings.push(finding('N326', cell, {message, hint: 'Leave this cell empty.'}))
  return false
}

function readYes(cell: Text, findings: Finding[]): boolean {
  if (cell.text === 'yes') return true
  if (cell.text === '' || cell.text === 'no') return false
  const message = `"${cell.text}" is neither yes nor no.`
  findings.push(finding('N312', cell, {message, hint: 'Write `yes`, or leave the cell empty.'}))
  return false
}

function unsayable(
  cells: Cells<FieldColumn>,
  {may, written}: FieldUse,
  said: {required: boolean; unique: boolean; default: boolean},
): Finding[] {
  const what = written.startsWith('=') ? 'A computed field' : `A field of the type \`${written}\``
  const wrong = (cell: Text, cannot: string) =>
    finding('N311', cell, {message: `${what} ${cannot}.`, hint: 'Leave this cell empty.'})
  return [
    ...(said.required && !may.required ? [wrong(cells.Required, 'cannot be required: nobody fills it in')] : []),
    ...(said.unique && !may.unique ? [wrong(cells.Unique, 'cannot be unique')] : []),
    ...(said.default && !may.default ? [wrong(cells.Default, 'has no default')] : []),
  ]
}
