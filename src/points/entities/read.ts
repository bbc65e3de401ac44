/** Raw point 3 → entities and their fields. Expressions stay untyped here; type-expressions.ts gives them their meaning. */
import {type Finding, finding} from '../../document/finding.ts'
import type {RawPoint, Section} from '../../document/raw.ts'
import type {Entities, Entity} from './model.ts'
import {nowhere, userEntity, userFields} from './own-fields.ts'
import {type EntityWorld, readEntity} from './read-entity.ts'
import type {Words} from './values/words.ts'

export function readEntities(point: RawPoint, world: EntityWorld, findings: Finding[]): Entities {
  const entities = new Map<string, Entity>()
  const bySmallName = new Map<string, Entity>()
  for (const section of point.sections) {
    const entity = section.heading === null ? null : readEntity(section, world, findings)
    if (section.heading === null) rejectLoose(section, findings)
    if (entity === null || !isNew(entity, bySmallName, findings)) continue
    entities.set(entity.name, entity)
    bySmallName.set(entity.name.toLowerCase(), entity)
  }
  if (!entities.has(userEntity)) entities.set(userEntity, plainUser(world.roles, world.language))
  return {entities}
}

function plainUser(roles: Words, language: string): Entity {
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

/** Databases do not tell `Kind` from `KIND`. */
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

function rejectLoose({blocks}: Section, findings: Finding[]): void {
  const block = blocks.find(each => each.kind === 'table' || each.kind === 'bullet')
  if (!block) return
  findings.push(
    finding('N319', block, {
      message: `This ${block.kind} does not belong to an entity.`,
      hint: 'Put it under a heading with the name of an entity: `### Ticket`.',
    }),
  )
}
