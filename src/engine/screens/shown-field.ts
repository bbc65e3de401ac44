/** How a field is shown: its label, and the look that fits its type. */

import type {ShownField} from '../../contract/record.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entities, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {spokenField} from '../../points/entities/spoken.ts'
import type {Path} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import {isRich} from '../rich-text.ts'
import {tonesOf} from './tones.ts'

/** The last field of a path and whose it is. */
export function fieldAt({entities}: Entities, entity: string, path: Path): {field: Field; entity: string} | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared && fieldOf(declared, name)
  if (!field) return null
  if (rest.length === 0) return {field, entity}
  return field.type.type.kind === 'reference' ? fieldAt({entities}, field.type.type.entity, rest) : null
}

const known = new WeakMap<Specification, Map<string, ShownField | null>>()

/** The same for everybody, as long as the document is the same. */
export function shownField(specification: Specification, entity: string, path: Path): ShownField | null {
  const fields = known.get(specification) ?? new Map<string, ShownField | null>()
  known.set(specification, fields)
  const key = `${entity} ${path.join('.')}`
  const found = fields.get(key)
  if (found !== undefined) return found
  const made = lookOf(specification, entity, path)
  // Paths are the document's, but for what people ask for in addresses.
  if (fields.size < mostKnown) fields.set(key, made)
  return made
}

const mostKnown = 5000

function namesAlone({entities}: Specification, entity: string, path: Path): Pick<ShownField, 'names'> {
  const [part, ...more] = entities.entities.get(entity)?.namedBy.parts ?? []
  return part?.kind === 'path' && more.length === 0 && part.path.join('.') === path.join('.') ? {names: true} : {}
}

function lookOf(specification: Specification, entity: string, path: Path): ShownField | null {
  const found = fieldAt(specification.entities, entity, path)
  if (!found) return null
  const field = spokenField(found.field, specification.limits.settings.LANGUAGE)
  const shown = {
    key: path.join('.'),
    label: field.label,
    help: field.meaning,
    ...namesAlone(specification, entity, path),
  }
  const {type} = field.type
  if (field.state) {
    const machine = specification.states.machines.get(found.entity)
    return {...shown, look: 'state', tones: machine ? tonesOf(machine) : {}}
  }
  if (type.kind === 'reference' && type.entity === userEntity) return {...shown, look: 'person'}
  if (entity === userEntity && found.field.name === 'name') return {...shown, look: 'who'}
  // A serial is what a record is called by, not something to add up.
  const isName = field.type.keeps.kind === 'column' && field.type.keeps.counter !== null
  if (type.kind === 'number' && !isName) return {...shown, look: 'number'}
  if (type.kind === 'date' || type.kind === 'date and time' || type.kind === 'time') return {...shown, look: 'time'}
  if (type.kind === 'boolean') return {...shown, look: 'yes/no'}
  if (isRich(field.type)) return {...shown, look: 'rich'}
  if (field.type.control.control === 'area') return {...shown, look: 'long'}
  return {...shown, look: 'text'}
}
