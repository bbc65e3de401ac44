/** The colours of the records of a screen, and of a display. */
import {placedNames} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import {fieldOf} from '../../entities/lookup.ts'
import type {Entities, Entity} from '../../entities/model.ts'
import {fieldAtEnd, kindAt} from '../field-paths.ts'
import type {Screen} from '../model.ts'
import {type FieldPath, type PathContext, readScreenPath} from '../paths.ts'
import {bullet, bulletOf} from './bullet.ts'
import {columns} from './shared.ts'

/**
 * Whether values of the field have colours: records with a colour, choices or states with a colour in the document, or
 * colours themselves.
 */
function hasColours(entities: Entities, entity: string, path: FieldPath): boolean {
  const field = fieldAtEnd(entities, entity, path)
  const type = field?.type.type
  if (!field || !type) return false
  if (type.kind === 'reference') return (entities.entities.get(type.entity)?.colour ?? null) !== null
  return field.type.name === 'colour' || [...(field.looks?.values() ?? [])].some(({colour}) => colour !== null)
}

/** `kind`: a reference to records with a colour, or a choice with colours. */
export const colourBy = bullet({
  name: 'colourBy',
  example: 'colour by: kind',
  describe: 'The field that gives the records their colour; by default the first one with colours.',
  absent: null,
  read: ({value, entity, context, findings}): FieldPath | null => {
    const [named] = placedNames(value)
    const path = named ? readScreenPath(named, entity, context, findings) : null
    // An unknown field already has its finding.
    if (path === null || hasColours(context.entities, entity.name, path)) return path
    const message = `\`${path.join('.')}\` has no colours.`
    const hint = 'Name a reference to records with a `colour`, or a choice whose values have colours.'
    findings.push(finding('N236', value, {message, hint}))
    return null
  },
})

/**
 * The field that colours the records of a screen: the document's, or the first column, then the first field, with
 * colours.
 */
export function colourPath(screen: Pick<Screen, 'shows' | 'details'>, entities: Entities): FieldPath | null {
  const {shows} = screen
  const named = bulletOf(screen, colourBy)
  if (named !== null || !('entity' in shows)) return named
  const declared = entities.entities.get(shows.entity)
  const fields = [...(declared?.fields.values() ?? [])].filter(field => !field.state).map(({name}) => [name])
  return [...bulletOf(screen, columns), ...fields].find(path => hasColours(entities, shows.entity, path)) ?? null
}

/** `yes`, or the field that determines the colour of the display: a state, a choice with colours or a boolean. */
export const display = bullet({
  name: 'display',
  example: 'display: busy',
  describe: 'Shows the record alone, readable from a distance, in the colour of this field.',
  absent: null,
  read: ({value, entity, context, findings}): {readonly colour: FieldPath | null} | null => {
    if (value.text === 'no') return null
    if (value.text === 'yes') return {colour: null}
    const colour = readScreenPath({name: value.text, place: value}, entity, context, findings)
    // An unknown field already has its finding.
    if (colour === null || givesColour(entity, colour, context)) return {colour}
    const message = `\`${value.text}\` is neither a yes/no field nor a state, and its values have no colours.`
    const hint = 'Write `- display: yes`, or name the field that gives it its colour: `- display: busy`.'
    findings.push(finding('N243', value, {message, hint}))
    return null
  },
})

function givesColour(entity: Entity, path: FieldPath, context: PathContext): boolean {
  const [name = '', ...more] = path
  const isState = more.length === 0 && fieldOf(entity, name)?.state === true
  const kind = kindAt(context.entities, entity.name, path)
  // A formula without a type already has its finding.
  if (kind === null || kind === 'boolean' || isState) return true
  return (kind === 'choice' || kind === 'reference') && hasColours(context.entities, entity.name, path)
}
