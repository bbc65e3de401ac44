/** Raw point 3 → entities and their fields. Expressions are typed later, in type-expressions.ts. */

import {readBullets} from '../../document/bullets.ts'
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import {type RawPoint, type RawSection, replacing, type Text} from '../../document/raw.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import type {Machine, States} from '../states/model.ts'
import {readPath, readTemplate} from '../template.ts'
import {literalDefault} from './expression.ts'
import type {TypeSettings} from './field-type.ts'
import type {Entities, Entity, Field, NamedBy, NamePart, PartOf} from './model.ts'
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
import {nowhere, position, userEntity, userFields} from './own-fields.ts'
import {type FieldColumn, readField} from './read-field.ts'
import {oneOf} from './types/choice.ts'
import type {ChoiceWords} from './values/choices.ts'

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
    unique: [],
    partOf: null,
    personal: [],
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

export const entityKeys = ['named by', 'unique', 'part of', 'personal', 'label', 'plural'] as const

export const fieldsTable: TableKind<FieldColumn> = {
  called: 'fields',
  required: ['Field', 'Type'],
  optional: ['Required', 'Default', 'Set by', 'Unique', 'Label', 'Meaning'],
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
  const label = bullets.label?.value.text ?? labelOfName(named.name)
  const {file, line, column} = heading
  return {
    ...named,
    label,
    plural: bullets.plural?.value.text ?? spokenPlural(label, context.language),
    fields: withParent(fields, parent),
    unread,
    namedBy: readNamedBy(bullets['named by']?.value ?? null, fields, findings),
    unique: readUnique(bullets.unique?.value ?? null, findings),
    partOf: parent,
    personal: (bullets.personal?.value.text.split(',') ?? []).map(canonicalName).filter(name => name !== ''),
    prose: section.blocks.filter(block => block.kind === 'prose' || block.kind === 'fence'),
    source: {
      heading,
      namedBy: bullets['named by']?.value ?? null,
      unique: bullets.unique?.value ?? null,
      partOf,
      personal: bullets.personal?.value ?? null,
    },
    file,
    line,
    column,
  }
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
  for (const {cells} of readTables(section.blocks, fieldsTable, findings)) {
    const field = readField(cells, context.settings, findings)
    const clash = field && clashOf(field, {entity, own, earlier: fields.get(field.name), state})
    if (field === null) unread.add(canonicalName(splitWas(cells.Field.text)?.name ?? ''))
    else if (clash === null) fields.set(field.name, field)
    else findings.push(clash)
  }
  if (state !== null) fields.set(state.name, state)
  if (fields.size + unread.size === 0) findings.push(noFields(entity, section))
  return {fields, unread}
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
  if (parts !== null) return {parts}
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
    ({type: {keeps}}) => keeps.kind === 'column' && keeps.references === entity,
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
