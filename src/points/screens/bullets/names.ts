/** Readers that bullets share: names of fields and actions, with their places. */
import {placedNames} from '../../../document/bullets.ts'
import {sliceOf, type Text} from '../../../document/raw.ts'
import {canonicalName} from '../../entities/names.ts'
import {
  type FieldPath,
  readScreenPath,
  readSorting,
  readWhere,
  type ScreenCondition,
  type ScreenSort,
} from '../paths.ts'
import type {FieldInBullet, OnScreen, Reading} from './bullet.ts'

type ReadingAny = Pick<Reading<unknown>, 'value'> & Omit<OnScreen, 'shows' | 'fence'>

/** `number, subject` */
export function bulletPaths(
  {value, entity, context, findings, named}: ReadingAny,
  use?: FieldInBullet['use'],
): FieldPath[] {
  return placedNames(value).flatMap(name => {
    const path = readScreenPath(name, entity, context, findings)
    if (path && use) named.fields.push({path, entity: entity.name, place: name.place, use})
    return path ? [path] : []
  })
}

/** `-updated, number` */
export function sortsOf({value, entity, context, findings, named}: ReadingAny): ScreenSort[] {
  return placedNames(value).flatMap(name => {
    const sorts = readSorting(name, entity, context, findings)
    for (const {path} of sorts) named.fields.push({path, entity: entity.name, place: name.place, use: 'listed'})
    return sorts
  })
}

/** `submit, withdraw`: whether they exist is checked once all actions are read. */
export function actionsOf({value, named}: ReadingAny): string[] {
  return placedNames(value).map(({name, place}) => {
    const action = canonicalName(name)
    named.actions.push({name: action, place})
    return action
  })
}

/** `status = "open"` */
export function conditionOf({value, entity, context, findings, named}: ReadingAny): ScreenCondition | null {
  const condition = readWhere(value, entity, context, findings)
  if (condition) named.conditions.push({condition, entity: entity.name})
  return condition
}

/** A path that is a part of a longer text, `person` of `same person`, with its place there. */
export function pathWithin(
  written: string,
  {value, entity, context, findings}: Pick<ReadingAny, 'value' | 'entity' | 'context' | 'findings'>,
): FieldPath | null {
  const at = Math.max(0, value.text.indexOf(written))
  const place = sliceOf(value, at, at + written.length)
  return readScreenPath({name: written.trim(), place}, entity, context, findings)
}

/** Notes paths that the screen shows, also a form, where no one fills them in. */
export function noteShown(paths: readonly (FieldPath | null)[], {value, entity, named}: ReadingAny): void {
  for (const path of paths)
    if (path) named.fields.push({path, entity: entity.name, place: placeWithin(path, value), use: 'shown'})
}

function placeWithin(path: FieldPath, value: Text): Text {
  const words = path.map(part => part.replaceAll('_', '[ _]'))
  const at = new RegExp(`(?<![\\w.])${words.join('\\.')}(?!\\w)`).exec(value.text)
  return at ? sliceOf(value, at.index, at.index + at[0].length) : value
}
