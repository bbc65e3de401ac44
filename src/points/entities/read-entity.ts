/** One `### Ticket` of point 3: its name, its bullets and its table of fields. */
import {readBullets} from '../../document/bullets.ts'
import {type Finding, type Fix, finding} from '../../document/finding.ts'
import {replacing, type Section, type Text} from '../../document/raw.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import type {States} from '../states/model.ts'
import {readNamedBy, readPartOf, readUnique} from './entity-bullets.ts'
import type {TypeSettings} from './field-type.ts'
import type {Entity, Field, PartOf} from './model.ts'
import {asEntityName, canonicalName, isEntityName, labelOfName, longestName, type Named, splitWas} from './names.ts'
import {position, userEntity, userFields} from './own-fields.ts'
import {type FieldColumn, readField} from './read-field.ts'
import {spokenPlural} from './spoken.ts'
import {stateField} from './state-field.ts'
import type {Words} from './values/words.ts'

/** What other points say that entities are made of. */
export interface EntityWorld {
  readonly states: States
  readonly roles: Words
  readonly settings: TypeSettings
  /** In which the engine's own fields are called. */
  readonly language: string
}

export const entityKeys = ['named by', 'unique', 'part of', 'personal', 'label', 'plural'] as const

export const fieldsTable: TableKind<FieldColumn> = {
  called: 'fields',
  required: ['Field', 'Type'],
  optional: ['Required', 'Default', 'Set by', 'Unique', 'Label', 'Meaning'],
}

export function readEntity(section: Section, world: EntityWorld, findings: Finding[]): Entity | null {
  const {heading} = section
  const named = heading === null ? null : readEntityName(heading, findings)
  if (heading === null || named === null) return null
  const bullets = readBullets(section, entityKeys, findings)
  const partOf = bullets['part of']?.value ?? null
  const {fields, unread} = readFields(named.name, section, world, findings)
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
    plural: bullets.plural?.value.text ?? spokenPlural(label, world.language),
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

function readEntityName(heading: Text, findings: Finding[]): Named | null {
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

function sameName(named: Named, heading: Text, findings: Finding[]): Named {
  if (named.name === userEntity && named.was !== null)
    findings.push(
      finding('N314', heading, {
        message: '`User` is built in and cannot have an earlier name.',
        hint: 'Remove the brackets.',
      }),
    )
  return named
}

function readFields(entity: string, section: Section, world: EntityWorld, findings: Finding[]) {
  const own = entity === userEntity ? userFields(world.roles, world.language) : new Map<string, Field>()
  const fields = new Map(own)
  const unread = new Set<string>()
  const machine = world.states.machines.get(entity)
  const state = machine === undefined ? null : stateField(machine)
  for (const {cells} of readTables(section.blocks, fieldsTable, findings)) {
    const field = readField(cells, world.settings, findings)
    const clash = field && clashOf(field, {entity, own, earlier: fields.get(field.name), state})
    if (field === null) unread.add(canonicalName(splitWas(cells.Field.text)?.name ?? ''))
    else if (clash === null) fields.set(field.name, field)
    else findings.push(clash)
  }
  if (state !== null) fields.set(state.name, state)
  if (fields.size + unread.size === 0) findings.push(noFields(entity, section))
  return {fields, unread}
}

interface Around {
  readonly entity: string
  readonly own: ReadonlyMap<string, Field>
  readonly earlier: Field | undefined
  readonly state: Field | null
}

function clashOf(field: Field, {entity, own, earlier, state}: Around): Finding | null {
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

/** The row of the field, with the end of its line. */
const withoutRow = ({line}: Field): Fix => ({line, column: 1, endLine: line + 1, endColumn: 1, text: ''})

/** The engine keeps the order of parts itself. */
function placedTwice(entity: string, field: Field): Finding {
  return finding('N307', field, {
    message: `A part has the built-in field \`${position.name}\` already: its place among the parts of its owner.`,
    hint: `Remove this row, or rename the field. ${entity} records are put in order in the form of their owner.`,
    fix: withoutRow(field),
  })
}

/** People say to which owner a part belongs, by where they add it. */
function leadsByEngine(entity: string, field: Field): Finding {
  return finding('N326', field, {
    message: `\`${field.name}\` leads from ${entity} to its owner, so the engine cannot set it.`,
    hint: 'Clear `Set by` in this row.',
  })
}

function noFields(entity: string, section: Section): Finding {
  return finding('N320', section.heading ?? section, {
    message: `${entity} has no fields of its own.`,
    hint: 'Add a table: `| Field | Type | Required | Default | Unique | Meaning |`.',
  })
}

/** A part never stands alone. */
function withParent(fields: ReadonlyMap<string, Field>, parent: PartOf | null): ReadonlyMap<string, Field> {
  const field = parent === null ? undefined : fields.get(parent.field)
  if (field === undefined || field.required) return fields
  return new Map(fields).set(field.name, {...field, required: true})
}
