/** Raw point 3 → entities and their fields. Expressions are typed later, in type-expressions.ts. */

import {readBullets} from '../../document/bullets.ts'
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import {type Block, type RawPoint, type RawSection, replacing, type Text} from '../../document/raw.ts'
import {readTables, type TableKind, tableKind, tableRows} from '../../document/table.ts'
import {grammarOf} from '../../messages/languages.ts'
import type {Machine, States} from '../states/model.ts'
import {literalDefault} from './expression.ts'
import type {TypeSettings} from './field-type.ts'
import {isFunctions, readFunctions} from './functions.ts'
import type {Entities, Entity, Field, PartOf} from './model.ts'
import {
  asEntityName,
  canonicalName,
  capitalised,
  isEntityName,
  labelOfName,
  longestName,
  splitWas,
  type WrittenName,
} from './names.ts'
import {nowhere, position, userEntity, userFields} from './own-fields.ts'
import {brokenSpans, looksTable, readNamedBy, readPartOf, readSpans, readUnique, withLooks} from './read-bullets.ts'
import {type FieldColumn, readField} from './read-field.ts'
import {oneOf} from './types/choice.ts'
import type {ChoiceWords} from './values/choices.ts'

export function readEntities(point: RawPoint, context: EntityContext, findings: Finding[]): Entities {
  const entities = new Map<string, Entity>()
  const bySmallName = new Map<string, Entity>()
  const functions = readFunctions(point, {fields: fieldsTable, settings: context.settings}, findings)
  for (const section of point.sections) {
    if (isFunctions(section, fieldsTable)) continue
    const entity = section.heading === null ? null : readEntity(section, context, findings)
    if (section.heading === null) rejectLoose(section, findings)
    if (entity === null || !isNew(entity, bySmallName, findings)) continue
    entities.set(entity.name, entity)
    bySmallName.set(entity.name.toLowerCase(), entity)
  }
  if (!entities.has(userEntity)) entities.set(userEntity, plainUser(context.roles, context.language))
  return {entities, functions}
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
    describedBy: null,
    unique: [],
    partOf: null,
    personal: [],
    spans: new Map(),
    colour: null,
    icon: null,
    commonNouns: false,
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
      message: `Duplicate entity \`${same.name}\`: it is already declared at line ${same.line}.`,
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
  'described by',
  'unique',
  'part of',
  'personal',
  'label',
  'singular',
  'plural',
  'in sentences',
  'span',
  'colour',
  'icon',
] as const

export const fieldsTable: TableKind<FieldColumn> = {
  called: 'fields',
  required: ['Field', 'Type'],
  optional: ['Required', 'Default', 'Set by', 'Unique', 'Label', 'Meaning', 'Shown by', 'Edited by'],
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
    plural: capitalised(bullets.plural?.value.text ?? grammarOf(context.language).pluralOf(label)),
    fields: withParent(fields, parent),
    unread: new Set([...unread, ...brokenSpans(spans, fields)]),
    namedBy: readNamedBy(bullets['named by']?.value ?? null, fields, findings),
    owner: canonicalName(bullets.owner?.value.text ?? '') || null,
    namedForOwner: bullets['named for owner'] ? readNamedBy(bullets['named for owner'].value, fields, findings) : null,
    describedBy: bullets['described by'] ? readNamedBy(bullets['described by'].value, fields, findings) : null,
    unique: readUnique(bullets.unique?.value ?? null, findings),
    partOf: parent,
    personal: (bullets.personal?.value.text.split(',') ?? []).map(canonicalName).filter(name => name !== ''),
    spans,
    colour: canonicalName(bullets.colour?.value.text ?? '') || null,
    icon: canonicalName(bullets.icon?.value.text ?? '') || null,
    commonNouns: readInSentences(bullets['in sentences']?.value ?? null, findings),
    prose: section.blocks.filter(block => block.kind === 'prose' || block.kind === 'fence'),
    source: {
      heading,
      namedBy: bullets['named by']?.value ?? null,
      owner: bullets.owner?.value ?? null,
      namedForOwner: bullets['named for owner']?.value ?? null,
      describedBy: bullets['described by']?.value ?? null,
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

function readInSentences(written: Text | null, findings: Finding[]): boolean {
  if (written === null) return false
  if (canonicalName(written.text) === 'lower_case') return true
  findings.push(
    finding('N334', written, {
      message: `Unknown value \`${written.text}\`.`,
      hint: 'Write `lower case`, or remove the line.',
      fix: replacing(written, 'lower case'),
    }),
  )
  return false
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
  const isLooks = (block: Block) => block.kind === 'table' && tableKind(block, [fieldsTable, looksTable]) === looksTable
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
  const looks = tables.filter(isLooks).flatMap(table => tableRows(table, looksTable, findings))
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
      message: `${entity} already has the built-in field \`${field.name}\`.`,
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
    message: `Duplicate field \`${field.name}\`: it is already declared at line ${earlier.line}.`,
    hint: 'Rename one of them.',
  })
}

/** The row of the field, including the end of its line. */
const withoutRow = ({line}: Field): Fix => ({line, column: 1, endLine: line + 1, endColumn: 1, text: ''})

/** The engine stores the order of parts itself. */
function placedTwice(entity: string, field: Field): Finding {
  return finding('N307', field, {
    message: `A part already has the built-in field \`${position.name}\`: its place among the parts of its owner.`,
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
