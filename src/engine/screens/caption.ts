/** What a record is called where its place already says a part of that: `Anna, 3 to 5 May` is `Anna` in a calendar. */
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {Path} from '../list/request.ts'

export interface Caption {
  /** The fields whose texts it is made of. */
  readonly paths: readonly Path[]
  /** Empty where nothing is left to say. */
  readonly text: (texts: readonly string[]) => string
}

export function captionOf(entity: Entity, said: readonly Path[]): Caption {
  const known = new Set(said.map(path => path.join('.')))
  const naming = namingPaths(entity)
  const paths = naming.filter(path => !known.has(path.join('.')))
  if (paths.length < naming.length) return {paths, text: texts => texts.filter(text => text !== '').join(', ')}
  return {paths, text: texts => nameOfRecord(entity, path => texts[paths.indexOf(path)] ?? '')}
}

export function namingPaths({namedBy}: Entity): Path[] {
  return namedBy.parts.flatMap(part => (part.kind === 'path' ? [part.path] : []))
}
