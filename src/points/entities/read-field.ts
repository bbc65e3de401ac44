/** One row of an entity's table of fields. */

import {placedNames} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {nearest, type Suggestion, suggestFor} from '../../document/spelling.ts'
import type {Cells} from '../../document/table.ts'
import {nullType} from '../../feel/type.ts'
import {readComponentName} from '../component-name.ts'
import {untyped} from './expression.ts'
import type {ControlName, FieldUse, TypeSettings} from './field-type.ts'
import {setByFunction, whyNotSetBy} from './functions.ts'
import {entityReferredTo, isSerial, isWritable} from './lookup.ts'
import type {Expression, Field} from './model.ts'
import {asFieldName, canonicalName, isFieldName, labelOfName, longestName, splitWas, type WrittenName} from './names.ts'
import {userEntity, whyReserved} from './own-fields.ts'
import {fieldTypes, readType, shownAs} from './types.ts'
import {fileEntity} from './values/references.ts'

export type FieldColumn =
  | 'Field'
  | 'Type'
  | 'Required'
  | 'Default'
  | 'Set by'
  | 'Unique'
  | 'Label'
  | 'Meaning'
  | 'Shown by'
  | 'Edited by'

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
  findings.push(...unsayable(cells, type, said), ...besideFunction(cells))
  const {file, line, column} = cells.Field
  const setBy = readSetBy(cells['Set by'], {type, computed}, findings)
  return {
    ...named,
    label: cells.Label.text || labelOfName(named.name),
    type,
    required: said.required && type.may.required,
    unique: (said.unique && type.may.unique) || isSerial({type}),
    default: said.default && type.may.default ? untyped(cells.Default) : null,
    offers,
    computed,
    state: false,
    ...setBy,
    ...readOwnParts(cells, {type, computed, ...setBy}, findings),
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

function readName(cell: Text, findings: Finding[]): WrittenName | null {
  const split = splitWas(cell.text)
  const name = canonicalName(split?.name ?? cell.text)
  const was = split?.was ? canonicalName(split.was) : null
  const wrong = wrongName(name, split === null) ?? (was === null ? null : wrongName(was, false))
  if (wrong !== null) {
    const meant = 'meant' in wrong && split?.was === null ? wrong.meant : null
    const fix = meant === null || meant === undefined ? undefined : replacing(cell, meant)
    findings.push(finding(wrong.code, cell, {message: wrong.message, hint: wrong.hint, fix}))
    // Read as it was meant, so that nothing that names the field is reported as well.
    if (meant && isFieldName(meant) && whyReserved(meant) === null) return {name: meant, was: null}
  }
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
  if (reserved !== null) return {code: 'N305' as const, message: reserved, hint: 'Rename the field, or remove the row.'}
  if (isFieldName(name)) return null
  return {
    code: 'N304' as const,
    message:
      name.length > longestName
        ? `The name of a field has at most ${longestName} characters.`
        : name === ''
          ? 'This field has no name.'
          : `\`${name}\` cannot be the name of a field: use lower-case letters, digits, and \`_\` or spaces.`,
    hint: `Write \`${asFieldName(name)}\`.`,
    meant: name === '' ? null : asFieldName(name),
  }
}

function computedOf(cell: Text): Expression | null {
  return cell.text.startsWith('=') ? untyped(sliceOf(cell, 1)) : null
}

const offering = /^((?:many\s+)?[A-Z]\w*)\s*\[(.*)\]$/s

/** `Kind[active]`: a reference to a record that satisfies the condition in brackets. */
export function offersIn(cell: Text): {readonly type: Text; readonly offers: Expression | null} {
  const [, type, condition] = offering.exec(cell.text) ?? []
  // `Line[]` is a list in other languages.
  if (type === undefined || !condition?.trim()) return {type: cell, offers: null}
  const end = cell.text.lastIndexOf(']')
  const inside = sliceOf(cell, end - condition.length, end)
  return {type: sliceOf(cell, 0, type.length), offers: untyped(inside)}
}

function readUse(cell: Text, settings: TypeSettings, findings: Finding[]): FieldUse | null {
  const written = cell.text.replace(/\s+/g, ' ')
  const read = written === '' ? null : readType(written, settings)
  if (read?.ok) return read.use
  // Collapsed spaces would shift the place.
  const offset = read === null || written !== cell.text ? 0 : read.offset
  if (read !== null) findings.push(finding('N302', placeIn(cell, offset), read))
  else findings.push(written === '' ? noType(cell) : unknownType(cell, written))
  return null
}

function noType(cell: Text): Finding {
  return finding('N317', cell, {
    message: 'This field has no type.',
    hint: `Types: ${fieldTypes.map(type => `\`${type.examples[0]}\``).join(', ')}.`,
  })
}

function unknownType(cell: Text, written: string): Finding {
  return finding('N301', cell, {message: `Unknown type \`${written}\`.`, ...typeMeant(cell)})
}

/** Translates a type of another language, with its length, places or choices. */
const translated: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^(?:var)?char(?:acter)?(?: varying)?\s*\(\s*(\d+)\s*\)$|^(?:text|string|nvarchar)\s*\(\s*(\d+)\s*\)$/i,
    ([, a, b]) => `text 0..${a ?? b}`,
  ],
  [/^(?:decimal|numeric|number)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$/i, ([, places]) => `decimal ${places}`],
  [/^(?:enum|select|choice|set|options?)\s*[(:[]\s*(.+?)\s*[)\]]?$/i, ([, words = '']) => `one of ${unquoted(words)}`],
  [
    /^(one|any) of\s*[:(]\s*(.+?)\s*\)?$/i,
    ([, which = '', words = '']) => `${which.toLowerCase()} of ${unquoted(words)}`,
  ],
  [/^(?:ref|reference|foreign key|fk|belongs to|lookup)\s*(?:to|:|\()?\s*([A-Z]\w*)\)?$/i, ([, entity = '']) => entity],
]

const unquoted = (words: string): string =>
  words
    .split(/\s*[,|/]\s*/)
    .map(word => word.replace(/^["']|["']$/g, ''))
    .join(', ')

/** By our own names first, then by names in other languages. */
export function typeMeant(cell: Text): Suggestion {
  const written = cell.text.replace(/\s+/g, ' ')
  const write = (text: string): Suggestion => ({hint: `Write \`${text}\`.`, fix: replacing(cell, text)})
  for (const [pattern, make] of translated) {
    const match = pattern.exec(written)
    if (match) return write(make(match))
  }
  const [, items] =
    /^([A-Z]\w*)\s*\[\s*\]$|^(?:list|array|many)\s*(?:of)?\s*[<(]?\s*([A-Z]\w*)\s*[>)]?$/
      .exec(written)
      ?.filter(Boolean) ?? []
  if (items !== undefined)
    return {
      hint: `Write \`list of ${items} by …\`, with the field of ${items} that leads here, or \`many ${items}\`; or a condition: \`${items}[active]\`.`,
    }
  if (/^[a-z][a-z ]*\(.*\)$|^[a-z_]+ [-+*/] [a-z_\d.]+$/.test(written)) return write(`= ${written}`)
  const words = written.toLowerCase()
  if (words === userEntity.toLowerCase()) return write(userEntity)
  const first = words.split(/[\s,(\d]/)[0] ?? ''
  const elsewhere = fieldTypes.find(type => type.synonyms.some(name => name === words || name === first))
  const names = fieldTypes.map(type => type.name)
  const near = elsewhere?.name ?? nearest(words, names) ?? nearest(first, names)
  const [example, ...more] = fieldTypes.find(type => type.name === near)?.examples ?? []
  if (example !== undefined) {
    // A type that needs options cannot be completed automatically.
    const fix = example === near ? {fix: replacing(cell, example)} : {}
    return {hint: `Did you mean ${[example, ...more].map(each => `\`${each}\``).join(' or ')}?`, ...fix}
  }
  const types = `Types: ${fieldTypes.map(type => `\`${type.examples[0]}\``).join(', ')}, or \`= …\` for a computed field.`
  if (!/^\p{Ll}\p{L}*$/u.test(written)) return {hint: types}
  return {hint: `${types} The name of an entity starts with a capital letter: \`${labelOfName(written)}\`.`}
}

type SetBy = Pick<Field, 'setByEngine' | 'slugOf' | 'filledBy' | 'setBy'>

const byPeople: SetBy = {setByEngine: false}

/**
 * `engine`; `HR when created`: by these roles for a new record, otherwise by the engine; `slug of title`: an address
 * segment derived from another field; or `price(hours, seats)`: a function of own code.
 */
function readSetBy(cell: Text, {type, computed}: Pick<Field, 'type' | 'computed'>, findings: Finding[]): SetBy {
  if (cell.text === '') return byPeople
  const [, source] = /^slug of ([a-z][\w ]*)$/.exec(cell.text) ?? []
  if (source !== undefined && type.name === 'text' && computed === null)
    return {setByEngine: true, slugOf: canonicalName(source)}
  const call = setByFunction(cell)
  const why = call && whyNotSetBy({type, computed})
  if (call && !why) return {setByEngine: true, setBy: call}
  if (call) {
    const hint = 'Clear this cell, or give the field another type.'
    findings.push(finding('N335', cell, {message: `A function cannot set this field: ${why}.`, hint}))
    return byPeople
  }
  const [, roles] = /^(.+?)\s+when created$/.exec(cell.text) ?? []
  if (cell.text !== 'engine' && roles === undefined) {
    const message =
      source === undefined
        ? `Expected \`engine\`, \`HR when created\`, \`slug of …\`, a function or an empty cell, found \`${cell.text}\`.`
        : 'Only a `text` can be a slug.'
    const near = suggestFor(cell, ['engine'])
    const hint =
      'Write `engine`, a role with `when created`, `slug of title` for a word made from a field, or clear the cell.'
    findings.push(finding('N326', cell, {message, ...(near.fix && source === undefined ? near : {hint})}))
    return byPeople
  }
  if (isWritable({computed, state: false, type}))
    return roles === undefined
      ? {setByEngine: true}
      : {setByEngine: true, filledBy: placedNames(sliceOf(cell, 0, roles.length))}
  const message = 'People do not fill in this field anyway: it is computed or built in.'
  findings.push(finding('N326', cell, {message, hint: 'Clear this cell.', fix: replacing(cell, '')}))
  return byPeople
}

/** Its value follows from the record alone, and may be empty. */
function besideFunction(cells: Cells<FieldColumn>): Finding[] {
  if (!setByFunction(cells['Set by'])) return []
  return (['Required', 'Default', 'Unique'] as const)
    .filter(column => cells[column].text !== '' && cells[column].text !== 'no')
    .map(column => {
      const message = `A field that a function sets has nothing under ${column}: it is empty where a value is missing.`
      return finding('N335', cells[column], {message, hint: 'Clear this cell.', fix: replacing(cells[column], '')})
    })
}

/** The controls that are one element of HTML, which an editor of own code contains. */
const ownControls: ReadonlySet<ControlName | 'none'> = new Set<ControlName>([
  'line',
  'area',
  'number',
  'date',
  'time',
  'date and time',
  'choice',
])

/** The columns `Shown by` and `Edited by`: components in the folder `fields`. */
function readOwnParts(
  cells: Cells<FieldColumn>,
  field: Pick<Field, 'type' | 'computed' | 'setByEngine' | 'filledBy'>,
  findings: Finding[],
): Pick<Field, 'shownBy' | 'editedBy'> {
  const named = (column: 'Shown by' | 'Edited by') =>
    readComponentName(
      cells[column].text === '' ? undefined : cells[column],
      {code: 'N337', written: name => name, example: 'Colour'},
      findings,
    )
  const [shownBy, editedBy] = [named('Shown by'), named('Edited by')]
  const refuse = (cell: Text, message: string) =>
    void findings.push(finding('N337', cell, {message, hint: 'Clear this cell.', fix: replacing(cell, '')}))
  const {type, computed, setByEngine, filledBy} = field
  const isList = type.type.kind === 'list' && type.type.of.kind === 'reference'
  const isShown = !isList && entityReferredTo({type}) !== fileEntity
  if (shownBy && !isShown) refuse(shownBy, 'Own code shows values, and this field is a list of records or files.')
  const isFilled = computed === null && (!setByEngine || filledBy !== undefined)
  const isOwn = isFilled && ownControls.has(type.control.control)
  if (editedBy && !isOwn)
    refuse(
      editedBy,
      isFilled
        ? `Own code edits a text, a number, a date, a time or one of several words, and not \`${type.written}\`.`
        : 'People do not fill in this field.',
    )
  return {...(shownBy && isShown && {shownBy}), ...(editedBy && isOwn && {editedBy})}
}

function readYes(cell: Text, findings: Finding[]): boolean {
  if (cell.text === 'yes') return true
  if (cell.text === '' || cell.text === 'no') return false
  const message = `Expected \`yes\` or an empty cell, found \`${cell.text}\`.`
  const isYes = /^(?:x|✓|✔|y|yes|true|ja|1|required|unique|\[x\])$/i.test(cell.text)
  const hint = isYes ? 'Write `yes`.' : 'Write `yes`, or clear the cell.'
  findings.push(finding('N312', cell, {message, hint, fix: isYes ? replacing(cell, 'yes') : undefined}))
  return false
}

function unsayable(
  cells: Cells<FieldColumn>,
  {may, written}: FieldUse,
  said: {required: boolean; unique: boolean; default: boolean},
): Finding[] {
  const what = written.startsWith('=') ? 'A computed field' : `A field of type \`${written}\``
  const wrong = (cell: Text, cannot: string) =>
    finding('N311', cell, {message: `${what} ${cannot}.`, hint: 'Clear this cell.', fix: replacing(cell, '')})
  return [
    ...(said.required && !may.required
      ? [wrong(cells.Required, 'cannot be required, because people do not fill it in')]
      : []),
    ...(said.unique && !may.unique ? [wrong(cells.Unique, 'cannot be unique')] : []),
    ...(said.default && !may.default ? [wrong(cells.Default, 'cannot have a default')] : []),
  ]
}
