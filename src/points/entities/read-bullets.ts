/** The bullets of an entity, and the table with the labels and colours of choices and states. */

import {type Finding, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {didYouMean, nearest, suggestFor} from '../../document/spelling.ts'
import type {TableKind, TableRow} from '../../document/table.ts'
import {hues, isIcon, unknownIcon} from '../icons-and-colours.ts'
import {readTemplate, templatePath, withSpans} from '../template.ts'
import {labelsOf} from './lookup.ts'
import type {Field, NamedBy, NamePart, PartOf, Span, ValueLook} from './model.ts'
import {canonicalName, isFieldName, labelOfName} from './names.ts'
import {whyReserved} from './own-fields.ts'
import {anyOf, oneOf} from './types/choice.ts'
import {findWord} from './values/choices.ts'
import {spanDots} from './values/spans.ts'

/* The table of point 3 with the labels and colours of choices and states. */

type LookColumn = 'Field' | 'Value' | 'Label' | 'Colour' | 'Icon'

/** Labels and colours of choices and states; without a field, of the state. */
export const looksTable: TableKind<LookColumn> = {
  called: 'labels and colours of values',
  required: ['Value'],
  optional: ['Field', 'Label', 'Colour', 'Icon'],
}

interface Looks {
  readonly entity: string
  readonly rows: readonly TableRow<LookColumn>[]
  readonly state: Field | null
}

export function withLooks(
  fields: ReadonlyMap<string, Field>,
  {entity, rows, state}: Looks,
  findings: Finding[],
): ReadonlyMap<string, Field> {
  const found = new Map<Field, Map<string, ValueLook>>()
  for (const {cells} of rows) {
    const field = cells.Field.text === '' ? state : (fields.get(canonicalName(cells.Field.text)) ?? null)
    const words = field?.type.control.words
    // The values of a formula are not declared: any value may have a label.
    const isComputed = field !== null && field.computed !== null
    if (!field || (!words && !isComputed)) {
      findings.push(withoutWords(cells.Field.text === '' ? cells.Value : cells.Field, {entity, fields}))
      continue
    }
    const word = words ? findWord(cells.Value.text, {words}) : cells.Value.text
    const looks = found.get(field) ?? new Map<string, ValueLook>()
    found.set(field, looks)
    if (word === null) findings.push(unknownWord(cells.Value, field, words ?? []))
    else if (looks.has(word)) findings.push(wordTwice(cells.Value, field))
    else looks.set(word, {label: cells.Label.text || null, ...readLook(cells, findings)})
  }
  const shown = [...found].map(([field, looks]) => [field.name, lookedAt(field, looks)] as const)
  return new Map([...fields, ...shown])
}

/** The same field with its labels. */
function lookedAt(field: Field, looks: ReadonlyMap<string, ValueLook>): Field {
  const labels = labelsOf({looks})
  const {words, renamed} = field.type.valueSet
  if (labels.size === 0 || words === null) return {...field, looks}
  const many = field.type.type.kind === 'list'
  return {...field, looks, type: (many ? anyOf : oneOf).use({words, renamed, labels})}
}

function readLook(
  {Colour, Icon}: Readonly<Record<'Colour' | 'Icon', Text>>,
  findings: Finding[],
): Pick<ValueLook, 'colour' | 'icon'> {
  const isColour = Colour.text === '' || hues.includes(Colour.text)
  const known = Icon.text === '' || isIcon(Icon.text)
  if (!isColour) findings.push(unknownColour(Colour))
  if (!known) findings.push(unknownIcon(Icon))
  return {colour: isColour ? Colour.text || null : null, icon: known ? Icon.text || null : null}
}

function unknownColour(at: Text): Finding {
  const message = `Unknown colour \`${at.text}\`.`
  return finding('N328', at, {message, ...suggestFor(at, hues, `Colours: ${hues.join(', ')}.`)})
}

function withoutWords(at: Text, {entity, fields}: {entity: string; fields: ReadonlyMap<string, Field>}): Finding {
  const able = [...fields.values()].filter(({type}) => type.control.words).map(({name}) => name)
  return finding('N328', at, {
    message: `\`${at.text}\` is not a choice, a state or a computed text of ${entity}.`,
    ...suggestFor(at, able, able.length > 0 ? `Choices of ${entity}: ${able.join(', ')}.` : 'Remove this row.'),
  })
}

function unknownWord(at: Text, {name}: Field, words: readonly string[]): Finding {
  return finding('N328', at, {
    message: `\`${at.text}\` is not one of the values of \`${name}\`.`,
    ...suggestFor(at, words, `Values: ${words.join(', ')}.`),
  })
}

function wordTwice(at: Text, {name}: Field): Finding {
  const message = `\`${at.text}\` of \`${name}\` already has a row.`
  return finding('N328', at, {message, hint: 'Keep one of the two rows.'})
}

/* The bullets of an entity: `named by`, `unique`, `part of` and `span`. Whether their fields exist is checked in check.ts. */

/** `subject`, `person.name`, or a text with fields in braces: `{person}, {first_day..last_day}`. */
export function readNamedBy(written: Text | null, fields: ReadonlyMap<string, Field>, findings: Finding[]): NamedBy {
  if (written === null) return {parts: usualName(fields)}
  const template = written.text.includes('{')
  const parts = template ? readTemplate(written.text) : templatePath(written.text)
  if (parts !== null) return {parts: withSpans(parts, {fields})}
  const names = written.text.split(/\s*[,+]\s*/)
  const braced = names.map(name => `{${canonicalName(name)}}`).join(written.text.includes('+') ? ' ' : ', ')
  const isList = !template && names.length > 1 && names.every(name => isFieldName(canonicalName(name)))
  findings.push(
    finding('N318', written, {
      message: `\`${written.text}\` cannot name records.`,
      hint: isList
        ? `Write \`${braced}\`.`
        : 'Write a field, as in `subject`, or a text with fields: `{person}, {first_day..last_day}`.',
      fix: isList ? replacing(written, braced) : undefined,
    }),
  )
  return {parts: usualName(fields)}
}

/** A field `name` or `title`, otherwise the first field that can name a record; null without such a field. */
function usualName(fields: ReadonlyMap<string, Field>): NamePart[] {
  const able = [...fields.values()].filter(field => field.type.names)
  const field = fields.get('name') ?? fields.get('title') ?? able.find(each => each.required) ?? able[0]
  return field === undefined ? [] : [{kind: 'path', path: [field.name]}]
}

/** `room, day`; semicolons separate several combinations. */
export function readUnique(written: Text | null, findings: Finding[]): readonly (readonly string[])[] {
  if (written === null) return []
  const sets = written.text.split(';').map(set => set.split(',').map(canonicalName))
  if (sets.every(set => set.every(isFieldName) && new Set(set).size === set.length)) return sets
  findings.push(
    finding('N309', written, {
      message: `\`${written.text}\` is not a list of different fields.`,
      hint: 'Write it like this: `- unique: room, day`. Separate several lists with semicolons.',
    }),
  )
  return []
}

/** `Order`, or `Order by order` if several fields refer to it. */
export function readPartOf(written: Text, fields: ReadonlyMap<string, Field>, findings: Finding[]): PartOf | null {
  const match = /^([A-Z]\w*)(?:\s+by\s+([a-z][a-z0-9_ ]*))?$/.exec(written.text)
  const entity = match?.[1] ?? written.text
  const leading = [...fields.values()].filter(
    ({type: {storage}}) => storage.kind === 'column' && storage.references === entity,
  )
  const by = match?.[2] === undefined ? leading[0]?.name : canonicalName(match[2])
  const clear = match?.[2] !== undefined || leading.length === 1
  if (match && clear && leading.some(({name}) => name === by)) return {entity, field: by ?? ''}
  const referred = [...fields.values()].flatMap(({type: {storage}}) =>
    storage.kind === 'column' && storage.references !== null ? [storage.references] : [],
  )
  const names = leading.map(({name}) => name)
  findings.push(partless(written, {entity, leading: names, referred, wellFormed: match !== null}))
  return null
}

interface Partless {
  readonly entity: string
  readonly leading: readonly string[]
  /** The entities that its fields lead to. */
  readonly referred: readonly string[]
  readonly wellFormed: boolean
}

function partless(written: Text, {entity, leading, referred, wellFormed}: Partless): Finding {
  if (!wellFormed)
    return finding('N308', written, {
      message: `\`${written.text}\` cannot be the name of an entity.`,
      hint: 'Write it like this: `- part of: Order`.',
    })
  const [first] = leading
  const near = leading.length === 0 ? nearest(entity, referred) : null
  if (near !== null)
    return finding('N310', written, {
      message: `No field leads to ${entity}.`,
      hint: didYouMean(near),
      fix: replacing(written, near, 0, entity.length),
    })
  const message =
    leading.length > 1 ? `Several fields lead to ${entity}: ${leading.join(', ')}.` : `No field leads to ${entity}.`
  const hint =
    first === undefined
      ? `Add a field: \`| ${canonicalName(entity.toLowerCase())} | ${entity} | yes |\`.`
      : `Name the field: \`- part of: ${entity} by ${first}\`.`
  return finding('N310', written, {message, hint})
}

const spanExample = '`- span: dates = first_day..last_day`'
const spanPattern = /^([a-z][a-z0-9_ ]*?)\s*=\s*([a-z][a-z0-9_ ]*?)\s*\.\.\s*([a-z][a-z0-9_ ]*)$/

/** `dates = first_day..last_day, half days first_half..last_half, count days, hours hours_off, label Time off`; semicolons separate several. */
export function readSpans(
  written: Text | null,
  fields: ReadonlyMap<string, Field>,
  findings: Finding[],
): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>()
  let offset = 0
  for (const part of written?.text.split(';') ?? []) {
    const start = offset + part.length - part.trimStart().length
    offset += part.length + 1
    if (written === null || part.trim() === '') continue
    const at = sliceOf(written, start, start + part.trim().length)
    const span = readSpan(at, findings)
    if (span === null) continue
    const taken = fields.has(span.name) || spans.has(span.name) ? 'is already a field' : whyReserved(span.name)
    if (taken === null) spans.set(span.name, span)
    else
      findings.push(
        finding('N327', at, {
          message: taken.startsWith('is') ? `\`${span.name}\` ${taken}.` : taken,
          hint: `Give the span a name of its own: ${spanExample}.`,
        }),
      )
  }
  return spans
}

/** Their dates have findings, so uses of the spans are not reported. */
export function brokenSpans(spans: ReadonlyMap<string, Span>, fields: ReadonlyMap<string, Field>): string[] {
  return [...spans.values()].filter(({from, to}) => !fields.has(from) || !fields.has(to)).map(({name}) => name)
}

const alsoBooked = 'also booked'

function readSpan(at: Text, findings: Finding[]): Span | null {
  const [ends = '', ...written] = at.text.split(',').map(clause => clause.trim())
  const clauses = written.filter(clause => clause !== alsoBooked)
  const [, name = '', from = '', to = ''] = (spanPattern.exec(ends) ?? []).map(each => canonicalName(each))
  const read = clauses.map(clause => /^(half days|count|hours|label)\s+(.+)$/.exec(clause))
  const said = new Map(read.map(match => [match?.[1] ?? '', match?.[2]?.trim() ?? '']))
  const [first = '', last = '', ...more] = (said.get('half days') ?? '').split(spanDots).map(canonicalName)
  const halved = !said.has('half days') || (first !== '' && last !== '' && more.length === 0)
  const meant = /^([a-z][a-z0-9_ ]*?)\s*=\s*([a-z][a-z0-9_ ]*?)\s*(?:\.{3,}|…|-|–|to|until)\s*([a-z][a-z0-9_ ]*)$/.exec(
    ends,
  )
  if (meant) {
    const [, as = '', begin = '', end = ''] = meant.map(each => canonicalName(each))
    const text = `${as} = ${begin}..${end}`
    findings.push(
      finding('N327', at, {
        message: `\`${ends}\` is not a span.`,
        hint: `Write \`${text}\`.`,
        fix: replacing(at, text, 0, ends.length),
      }),
    )
    // Read as it was meant, so that nothing that names it is reported as well.
    return readSpan({...at, text: [text, ...written].join(', ')}, findings)
  }
  if (!isFieldName(name) || read.includes(null) || said.size < clauses.length || !halved) {
    findings.push(
      finding('N327', at, {
        message: `\`${at.text}\` is not a span.`,
        hint: `Write it like this: ${spanExample}. After a comma it may have \`half days first_half..last_half\`, \`count days\`, \`hours hours_off\`, \`label Time off\` and \`also booked\`.`,
      }),
    )
    return null
  }
  const [count, hours] = [said.get('count'), said.get('hours')]
  return {
    name,
    label: said.get('label') ?? labelOfName(name),
    from,
    to,
    halfDays: said.has('half days') ? [first, last] : null,
    count: count === undefined ? null : canonicalName(count),
    hours: hours === undefined ? null : canonicalName(hours),
    alsoBooked: clauses.length < written.length,
    file: at.file,
    line: at.line,
    column: at.column,
  }
}
