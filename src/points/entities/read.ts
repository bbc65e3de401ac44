/** Raw point 3 → entities and their fields. Expressions are typed later, in type-expressions.ts. */

import {readBullets} from '../../document/bullets.ts'
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {type Block, type RawPoint, type RawSection, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {kindOf, readRows, readTables, type TableKind, type TableRow} from '../../document/table.ts'
import {hues, isIcon, unknownIcon} from '../looks.ts'
import type {Machine, States} from '../states/model.ts'
import {readPath, readTemplate, withSpans} from '../template.ts'
import {literalDefault} from './expression.ts'
import type {TypeSettings} from './field-type.ts'
import {labelsOf} from './lookup.ts'
import type {Entities, Entity, Field, NamedBy, NamePart, PartOf, Span, ValueLook} from './model.ts'
import {
  asEntityName,
  canonicalName,
  isEntityName,
  isFieldName,
  labelOfName,
  longestName,
  splitWas,
  spokenPlural,
  type WrittenName,
} from './names.ts'
import {nowhere, position, userEntity, userFields, whyReserved} from './own-fields.ts'
import {type FieldColumn, readField} from './read-field.ts'
import {anyOf, oneOf} from './types/choice.ts'
import {type ChoiceWords, findWord} from './values/choices.ts'
import {spanDots} from './values/spans.ts'

export function readEntities(point: RawPoint, context: EntityContext, findings: Finding[]): Entities {
  const entities = new Map<string, Entity>()
  const bySmallName = new Map<string, Entity>()
  for (const section of point.sections) {
    const entity = section.heading === null ? null : readEntity(section, context, findings)
    if (section.heading === null) rejectLoose(section, findings)
    if (entity === null || !isNew(entity, bySmallName, findings)) continue
    entities.set(entity.name, entity)
    bySmallName.set(entity.name.toLowerCase(), entity)
  }
  if (!entities.has(userEntity)) entities.set(userEntity, plainUser(context.roles, context.language))
  return {entities}
}

function plainUser(roles: ChoiceWords, language: string): Entity {
  return {
    name: userEntity,
    label: 'User',
    plural: 'Users',
    was: null,
    fields: userFields(roles, language),
    unread: new Set(),
    namedBy: {parts: [{kind: 'path', path: ['name']}]},
    owner: null,
    namedForOwner: null,
    unique: [],
    partOf: null,
    personal: [],
    spans: new Map(),
    colour: null,
    icon: null,
    prose: [],
    source: null,
    ...nowhere,
  }
}

/** Databases do not distinguish `Kind` from `KIND`. */
function isNew(entity: Entity, known: ReadonlyMap<string, Entity>, findings: Finding[]): boolean {
  const same = known.get(entity.name.toLowerCase())
  if (!same) return true
  findings.push(
    finding('N306', entity, {
      message: `Duplicate entity \`${same.name}\`: it is at line ${same.line} already.`,
      hint:
        same.name === entity.name
          ? 'Put both parts under one heading.'
          : 'Rename one of them, so that they differ in more than capitals.',
    }),
  )
  return false
}

function rejectLoose({blocks}: RawSection, findings: Finding[]): void {
  const block = blocks.find(each => each.kind === 'table' || each.kind === 'bullet')
  if (!block) return
  findings.push(
    finding('N319', block, {
      message: `This ${block.kind} does not belong to an entity.`,
      hint: 'Put it under a heading with the name of an entity: `### Ticket`.',
    }),
  )
}

// One `### Ticket` of point 3: its name, its bullets and its table of fields.

/** Input from other points. */
interface EntityContext {
  readonly states: States
  readonly roles: ChoiceWords
  readonly settings: TypeSettings
  /** The language of built-in labels. */
  readonly language: string
}

export const entityKeys = [
  'named by',
  'owner',
  'named for owner',
  'unique',
  'part of',
  'personal',
  'label',
  'singular',
  'plural',
  'span',
  'colour',
  'icon',
] as const

export const fieldsTable: TableKind<FieldColumn> = {
  called: 'fields',
  required: ['Field', 'Type'],
  optional: ['Required', 'Default', 'Set by', 'Unique', 'Label', 'Meaning'],
}

type LookColumn = 'Field' | 'Value' | 'Label' | 'Colour' | 'Icon'

/** How words of choices and states are called and coloured; without a field it is about the state. */
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

function withLooks(
  fields: ReadonlyMap<string, Field>,
  {entity, rows, state}: Looks,
  findings: Finding[],
): ReadonlyMap<string, Field> {
  const found = new Map<Field, Map<string, ValueLook>>()
  for (const {cells} of rows) {
    const field = cells.Field.text === '' ? state : (fields.get(canonicalName(cells.Field.text)) ?? null)
    const words = field?.type.control.words
    // What a formula gives is known only to the formula: any value may have a label.
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

/** The same field, with labels that its texts use. */
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
  const message = `\`${at.text}\` of \`${name}\` has a row already.`
  return finding('N328', at, {message, hint: 'Keep one of the two rows.'})
}

function readEntity(section: RawSection, context: EntityContext, findings: Finding[]): Entity | null {
  const {heading} = section
  const named = heading === null ? null : readEntityName(heading, findings)
  if (heading === null || named === null) return null
  const bullets = readBullets(section, entityKeys, findings)
  const partOf = bullets['part of']?.value ?? null
  const {fields, unread} = readFields(named.name, section, context, findings)
  const parent = partOf === null ? null : readPartOf(partOf, fields, findings)
  const placed = parent === null ? undefined : fields.get(position.name)
  if (placed) findings.push(placedTwice(named.name, placed))
  const leading = parent === null ? undefined : fields.get(parent.field)
  if (leading?.setByEngine) findings.push(leadsByEngine(named.name, leading))
  const spans = readSpans(bullets.span?.value ?? null, fields, findings)
  if (bullets.label && bullets.singular) findings.push(calledTwice(bullets.singular.key))
  const label = capitalised((bullets.singular ?? bullets.label)?.value.text ?? labelOfName(named.name))
  const {file, line, column} = heading
  return {
    ...named,
    label,
    plural: capitalised(bullets.plural?.value.text ?? spokenPlural(label, context.language)),
    fields: withParent(fields, parent),
    unread: new Set([...unread, ...brokenSpans(spans, fields)]),
    namedBy: readNamedBy(bullets['named by']?.value ?? null, fields, findings),
    owner: canonicalName(bullets.owner?.value.text ?? '') || null,
    namedForOwner: bullets['named for owner'] ? readNamedBy(bullets['named for owner'].value, fields, findings) : null,
    unique: readUnique(bullets.unique?.value ?? null, findings),
    partOf: parent,
    personal: (bullets.personal?.value.text.split(',') ?? []).map(canonicalName).filter(name => name !== ''),
    spans,
    colour: canonicalName(bullets.colour?.value.text ?? '') || null,
    icon: canonicalName(bullets.icon?.value.text ?? '') || null,
    prose: section.blocks.filter(block => block.kind === 'prose' || block.kind === 'fence'),
    source: {
      heading,
      namedBy: bullets['named by']?.value ?? null,
      owner: bullets.owner?.value ?? null,
      namedForOwner: bullets['named for owner']?.value ?? null,
      unique: bullets.unique?.value ?? null,
      partOf,
      personal: bullets.personal?.value ?? null,
      span: bullets.span?.value ?? null,
      colour: bullets.colour?.value ?? null,
      icon: bullets.icon?.value ?? null,
    },
    file,
    line,
    column,
  }
}

/** `singular: leave type` is also the beginning of a heading. */
function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function calledTwice(at: Text): Finding {
  const message = '`label` and `singular` say the same.'
  return finding('N019', at, {message, hint: 'Keep one of the two lines.'})
}

function readEntityName(heading: Text, findings: Finding[]): WrittenName | null {
  const named = splitWas(heading.text)
  const wrong = [named?.name, named?.was].find(name => name !== undefined && name !== null && !isEntityName(name))
  if (named !== null && wrong === undefined) return sameName(named, heading, findings)
  const written = wrong ?? heading.text
  findings.push(
    finding('N303', heading, {
      message:
        written.length > longestName
          ? `The name of an entity has at most ${longestName} characters.`
          : `\`${written}\` cannot be the name of an entity: use one word that starts with a capital letter.`,
      hint:
        named === null ? 'Write it like this: `### Ticket (was Issue)`.' : `Write \`### ${asEntityName(written)}\`.`,
      fix: named === null || named.was !== null ? undefined : replacing(heading, asEntityName(written)),
    }),
  )
  return null
}

function sameName(named: WrittenName, heading: Text, findings: Finding[]): WrittenName {
  if (named.name === userEntity && named.was !== null)
    findings.push(
      finding('N314', heading, {
        message: '`User` is built in and cannot have an earlier name.',
        hint: 'Remove the brackets.',
      }),
    )
  return named
}

function readFields(entity: string, section: RawSection, context: EntityContext, findings: Finding[]) {
  const own = entity === userEntity ? userFields(context.roles, context.language) : new Map<string, Field>()
  const fields = new Map(own)
  const unread = new Set<string>()
  const machine = context.states.machines.get(entity)
  const state = machine === undefined ? null : stateField(machine)
  const tables = section.blocks.filter(block => block.kind === 'table')
  const isLooks = (block: Block) => block.kind === 'table' && kindOf(block, [fieldsTable, looksTable]) === looksTable
  for (const {cells} of readTables(
    section.blocks.filter(block => !isLooks(block)),
    fieldsTable,
    findings,
  )) {
    const field = readField(cells, context.settings, findings)
    const clash = field && clashOf(field, {entity, own, earlier: fields.get(field.name), state})
    if (field === null) unread.add(canonicalName(splitWas(cells.Field.text)?.name ?? ''))
    else if (clash === null) fields.set(field.name, field)
    else findings.push(clash)
  }
  if (state !== null) fields.set(state.name, state)
  if (fields.size + unread.size === 0) findings.push(noFields(entity, section))
  const looks = tables.filter(isLooks).flatMap(table => readRows(table, looksTable, findings))
  return {fields: withLooks(fields, {entity, rows: looks, state}, findings), unread}
}

interface ReadingContext {
  readonly entity: string
  readonly own: ReadonlyMap<string, Field>
  readonly earlier: Field | undefined
  readonly state: Field | null
}

function clashOf(field: Field, {entity, own, earlier, state}: ReadingContext): Finding | null {
  if (own.has(field.name))
    return finding('N307', field, {
      message: `${entity} has the built-in field \`${field.name}\` already.`,
      hint: 'Remove this row, or rename the field.',
      fix: withoutRow(field),
    })
  if (state?.name === field.name)
    return finding('N403', field, {
      message: `\`${field.name}\` holds the state of ${entity}, which point 4 declares at line ${state.line}.`,
      hint: 'Remove this row, or name another field in point 4: `- field: progress`.',
      fix: withoutRow(field),
    })
  if (earlier === undefined) return null
  return finding('N307', field, {
    message: `Duplicate field \`${field.name}\`: it is at line ${earlier.line} already.`,
    hint: 'Rename one of them.',
  })
}

/** The row of the field, including the end of its line. */
const withoutRow = ({line}: Field): Fix => ({line, column: 1, endLine: line + 1, endColumn: 1, text: ''})

/** The engine stores the order of parts itself. */
function placedTwice(entity: string, field: Field): Finding {
  return finding('N307', field, {
    message: `A part has the built-in field \`${position.name}\` already: its place among the parts of its owner.`,
    hint: `Remove this row, or rename the field. ${entity} records are put in order in the form of their owner.`,
    fix: withoutRow(field),
  })
}

/** The owner of a part follows from where it is added. */
function leadsByEngine(entity: string, field: Field): Finding {
  return finding('N326', field, {
    message: `\`${field.name}\` leads from ${entity} to its owner, so the engine cannot set it.`,
    hint: 'Clear `Set by` in this row.',
  })
}

function noFields(entity: string, section: RawSection): Finding {
  return finding('N320', section.heading ?? section, {
    message: `${entity} has no fields of its own.`,
    hint: 'Add a table: `| Field | Type | Required | Default | Unique | Meaning |`.',
  })
}

/** A part always belongs to an owner. */
function withParent(fields: ReadonlyMap<string, Field>, parent: PartOf | null): ReadonlyMap<string, Field> {
  const field = parent === null ? undefined : fields.get(parent.field)
  if (field === undefined || field.required) return fields
  return new Map(fields).set(field.name, {...field, required: true})
}

// The bullets `named by`, `unique` and `part of`. Whether their fields exist is checked in check.ts.

/** `subject`, `person.name`, or a text with fields in braces: `{person}, {first_day..last_day}`. */
function readNamedBy(written: Text | null, fields: ReadonlyMap<string, Field>, findings: Finding[]): NamedBy {
  if (written === null) return {parts: usualName(fields)}
  const template = written.text.includes('{')
  const parts = template ? readTemplate(written.text) : readPath(written.text)
  if (parts !== null) return {parts: withSpans(parts, {fields})}
  findings.push(
    finding('N318', written, {
      message: `\`${written.text}\` cannot name records.`,
      hint: 'Write a field, as in `subject`, or a text with fields: `{person}, {first_day..last_day}`.',
    }),
  )
  return {parts: usualName(fields)}
}

/** A field `name` or `title`, otherwise the first field that can name a record; null if there is none. */
function usualName(fields: ReadonlyMap<string, Field>): NamePart[] {
  const able = [...fields.values()].filter(field => field.type.names)
  const field = fields.get('name') ?? fields.get('title') ?? able.find(each => each.required) ?? able[0]
  return field === undefined ? [] : [{kind: 'path', path: [field.name]}]
}

/** `room, day`; semicolons separate several combinations. */
function readUnique(written: Text | null, findings: Finding[]): readonly (readonly string[])[] {
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
function readPartOf(written: Text, fields: ReadonlyMap<string, Field>, findings: Finding[]): PartOf | null {
  const match = /^([A-Z]\w*)(?:\s+by\s+([a-z][a-z0-9_ ]*))?$/.exec(written.text)
  const entity = match?.[1] ?? written.text
  const leading = [...fields.values()].filter(
    ({type: {storage}}) => storage.kind === 'column' && storage.references === entity,
  )
  const by = match?.[2] === undefined ? leading[0]?.name : canonicalName(match[2])
  const clear = match?.[2] !== undefined || leading.length === 1
  if (match && clear && leading.some(({name}) => name === by)) return {entity, field: by ?? ''}
  findings.push(partless(written, {entity, leading: leading.map(({name}) => name), wellFormed: match !== null}))
  return null
}

interface Partless {
  readonly entity: string
  readonly leading: readonly string[]
  readonly wellFormed: boolean
}

function partless(written: Text, {entity, leading, wellFormed}: Partless): Finding {
  if (!wellFormed)
    return finding('N308', written, {
      message: `\`${written.text}\` cannot be the name of an entity.`,
      hint: 'Write it like this: `- part of: Order`.',
    })
  const [first] = leading
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
function readSpans(
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
    const taken = fields.has(span.name) || spans.has(span.name) ? 'is a field already' : whyReserved(span.name)
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
function brokenSpans(spans: ReadonlyMap<string, Span>, fields: ReadonlyMap<string, Field>): string[] {
  return [...spans.values()].filter(({from, to}) => !fields.has(from) || !fields.has(to)).map(({name}) => name)
}

function readSpan(at: Text, findings: Finding[]): Span | null {
  const [ends = '', ...clauses] = at.text.split(',').map(clause => clause.trim())
  const [, name = '', from = '', to = ''] = (spanPattern.exec(ends) ?? []).map(each => canonicalName(each))
  const read = clauses.map(clause => /^(half days|count|hours|label)\s+(.+)$/.exec(clause))
  const said = new Map(read.map(match => [match?.[1] ?? '', match?.[2]?.trim() ?? '']))
  const [first = '', last = '', ...more] = (said.get('half days') ?? '').split(spanDots).map(canonicalName)
  const halved = !said.has('half days') || (first !== '' && last !== '' && more.length === 0)
  if (!isFieldName(name) || read.includes(null) || said.size < clauses.length || !halved) {
    findings.push(
      finding('N327', at, {
        message: `\`${at.text}\` is not a span.`,
        hint: `Write it like this: ${spanExample}. After a comma it may have \`half days first_half..last_half\`, \`count days\`, \`hours hours_off\` and \`label Time off\`.`,
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
    file: at.file,
    line: at.line,
    column: at.column,
  }
}

// The state field: a choice of the states of point 4, in their order.

function stateField({field, states, starts, file, line, column}: Machine): Field | null {
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
