/** Properties of records that are read as objects (`records`): fields, names and addresses. */
import type {Json} from '../../feel/core.ts'
import {readableField, stateFieldOf} from '../../points/entities/lookup.ts'
import {nameOfRecord, pathsIn} from '../../points/entities/run.ts'
import {fieldAtPath} from '../display/field-display.ts'
import {isOwn, nameForViewer, namingPaths, restOfName, viewerNamingPaths} from '../display/record-names.ts'
import type {Cell, Path} from '../query/list-query.ts'
import {type RecordLink, recordLink} from './record-links.ts'
import type {FromRow, PropertyPlace, RecordProperty} from './records.ts'

// Fields.

/** The field at a path; an empty cell without one. */
export const cell =
  (path: Path | null): RecordProperty<Cell> =>
  at =>
    at.cell(path)

export const text =
  (path: Path | null): RecordProperty<string> =>
  at => {
    const read = at.cell(path)
    return row => read(row).text
  }

export const value =
  (path: Path | null): RecordProperty<Json> =>
  at => {
    const read = at.cell(path)
    return row => read(row).value
  }

/** A property for each of several, in their order. */
export const each =
  <T>(properties: readonly RecordProperty<T>[]): RecordProperty<readonly T[]> =>
  at => {
    const all = properties.map(property => property(at))
    return row => all.map(read => read(row))
  }

export const cells = (paths: readonly Path[]): RecordProperty<readonly Cell[]> => each(paths.map(cell))

export const texts = (paths: readonly Path[]): RecordProperty<readonly string[]> => each(paths.map(text))

export const values = (paths: readonly Path[]): RecordProperty<readonly Json[]> => each(paths.map(value))

/** Any of these fields by its path, for what finds out later which of them it needs. */
export const cellAt =
  (paths: readonly (Path | null)[]): RecordProperty<(path: Path | null) => Cell> =>
  at => {
    const all = new Map(paths.flatMap(path => (path ? [[path.join('.'), at.cell(path)] as const] : [])))
    const nothing = at.cell(null)
    return row => path => (all.get(path?.join('.') ?? '') ?? nothing)(row)
  }

/** The state of the record; empty if its entity has none. */
export const stateCell: RecordProperty<Cell> = at => {
  const state = stateFieldOf(at.entity)
  return at.cell(state && [state.name])
}

// Names.

/** What people other than its owner call the record. */
export const commonName: RecordProperty<string> = at => {
  const textAt = textsOf(at, namingPaths(at.entity))
  return row => nameOfRecord(at.entity, textAt(row))
}

/** Its name for the reader, who may be its owner. */
export const recordName: RecordProperty<string> = at => {
  const cellOf = cellAt(viewerNamingPaths(at.entity))(at)
  return row => nameForViewer(at.entity, row.actor, cellOf(row))
}

/** Its name for its owner, if the reader is that; otherwise empty. */
export const ownName: RecordProperty<string> = at => {
  const [own, name] = [isReadersOwn(at), recordName(at)]
  return row => (own(row) ? name(row) : '')
}

/** The record belongs to the reader, and has another name for its owner. */
const isReadersOwn: RecordProperty<boolean> = at => {
  const cellOf = cellAt(viewerNamingPaths(at.entity))(at)
  return row => isOwn(at.entity, row.actor, cellOf(row))
}

/** The name without some of its fields; dates stay together. Empty if nothing is left. */
export const nameWithout: RecordProperty<(said: readonly Path[]) => string> = at => {
  const naming = namingPaths(at.entity)
  const textAt = textsOf(at, naming)
  return row => said => restOfName(at.entity, said, textAt(row))
}

export interface Caption {
  /** Empty if nothing is left. */
  readonly text: string
  /** Nothing of it can be read. */
  readonly isHidden: boolean
}

/**
 * The name without what the position of the record already shows: `Anna, 3 to 5 May` is `Anna` in a calendar. `forOwner`:
 * the reader's own records have the name for their owner.
 */
export const caption =
  (said: readonly Path[], {forOwner}: {readonly forOwner: boolean}): RecordProperty<Caption> =>
  at => {
    const common = captionFor(at, namingPaths(at.entity), {said, asOwner: false})
    const {namedForOwner} = at.entity
    if (!forOwner || !namedForOwner) return common
    const own = isReadersOwn(at)
    const asOwner = captionFor(at, pathsIn(namedForOwner.parts), {said, asOwner: true})
    return row => (own(row) ? asOwner : common)(row)
  }

function captionFor(
  at: PropertyPlace,
  naming: readonly Path[],
  {said, asOwner}: {readonly said: readonly Path[]; readonly asOwner: boolean},
): FromRow<Caption> {
  const {entity} = at
  const known = new Set(said.map(path => path.join('.')))
  // A span counts as known if its first date is.
  const startOf = (path: Path) => (path.length === 1 ? readableField(entity, path[0] ?? '')?.span?.from : undefined)
  const left = naming.filter(path => !known.has(startOf(path) ?? path.join('.')))
  const textAt = textsOf(at, left)
  return row => {
    const texts = left.map(textAt(row))
    const isHidden = texts.every(each => each === '')
    if (left.length < naming.length) return {text: texts.filter(each => each !== '').join(', '), isHidden}
    return {text: nameOfRecord(entity, textAt(row), asOwner), isHidden}
  }
}

function textsOf(at: PropertyPlace, paths: readonly Path[]): FromRow<(path: Path) => string> {
  const cellOf = cellAt(paths)(at)
  return row => path => cellOf(row)(path).text
}

// Addresses.

/** The page of the record, if the reader may open one. */
export const recordHref: RecordProperty<string | null> = at =>
  hrefWith(recordLink(at.specification.screens.screens, at.entity.name, at.visibility.actor))(at)

/** Its address by a link. */
export const hrefWith =
  (link: RecordLink | null): RecordProperty<string | null> =>
  at => {
    if (link?.key === 'id') return row => link.href(row.id)
    const key = at.cell(link && [link.key])
    return row => (link ? hrefBy(key(row), link.href) : null)
  }

/** The page of the record that a field refers to. */
export const hrefAt =
  (path: Path): RecordProperty<string | null> =>
  at => {
    const type = fieldAtPath(at.specification.entities, at.entity.name, path)?.field.type.type
    const link =
      type?.kind === 'reference' ? recordLink(at.specification.screens.screens, type.entity, at.visibility.actor) : null
    if (!link) return () => null
    const named = at.cell(path)
    const key = link.key === 'id' ? named : at.cell([...path, link.key])
    return row => (named(row).text === '' ? null : hrefBy(key(row), link.href))
  }

function hrefBy({value}: Cell, href: (value: string) => string): string | null {
  const key = String(value ?? '')
  return key === '' ? null : href(key)
}
