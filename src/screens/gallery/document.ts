/** How a gallery is written: `gallery of Room`, a card with a picture for each record. */
import {placedNames} from '../../document/bullets.ts'
import {finding} from '../../document/finding.ts'
import {free, freeIf, freeWhere} from '../../features/collections/bullets.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {noteShown} from '../../points/screens/bullets/names.ts'
import {actions, columns, filters, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {empty, firstRun} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'
import {type FieldPath, readScreenPath} from '../../points/screens/paths.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly gallery: {readonly entity: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly gallery: typeof bullets
  }
}

const isImage = ({type}: Field): boolean => type.name === 'image'

const picture = bullet({
  name: 'picture',
  example: 'picture: photo',
  describe: 'The image on each card; by default the first field of type `image`.',
  absent: null,
  usual: ({entity}): FieldPath | null => {
    const first = [...entity.fields.values()].find(isImage)
    return first ? [first.name] : null
  },
  read: (at): FieldPath | null => {
    const {value, entity, context, findings} = at
    const [named, ...others] = placedNames(value)
    const path = named ? readScreenPath(named, entity, context, findings) : null
    // An unknown field already has its finding.
    if (named && path === null) return null
    const [name = '', ...more] = path ?? []
    const field = fieldOf(entity, name)
    if (field && isImage(field) && more.length === 0 && others.length === 0) {
      noteShown([path], at)
      return path
    }
    const images = [...entity.fields.values()].filter(isImage).map(each => `\`${each.name}\``)
    const message = `\`${value.text}\` is not a field of ${entity.name} of type \`image\`.`
    const hint = images.length > 0 ? `Name ${images.join(' or ')}.` : `Add a field of type \`image\` to ${entity.name}.`
    findings.push(finding('N248', value, {message, hint}))
    return null
  },
})

const bullets = {
  where,
  columns,
  picture,
  sort,
  filters,
  search,
  actions,
  empty,
  firstRun,
  free,
  freeWhere,
  freeIf,
}

export const galleryDocument = defineScreenKind({
  name: 'gallery',
  form: 'gallery of Entity',
  example: 'gallery of Room',
  synonyms: ['cards', 'tiles', 'pictures', 'galerie', 'kacheln'],
  shows: part => ({kind: 'gallery', entity: part('entity')}),
  bullets,
  can: {showMany: true, browse: true},
  icon: 'layout-grid',
})
