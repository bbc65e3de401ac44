/** Where under a screen's own heading a name stands, for findings about one of several. */
import {namesIn} from '../../document/names-in.ts'
import type {RawDocument, Text} from '../../document/raw.ts'
import {canonicalName} from '../entities/names.ts'
import type {DetailKey} from './details.ts'
import type {Screen} from './model.ts'

export interface SaidName {
  readonly name: string
  readonly place: Text
}

export function namesSaid(document: RawDocument, screen: Screen, key: DetailKey): readonly SaidName[] {
  const section = document.points[2].sections.find(({heading}) => heading?.text === screen.name)
  const bullets = (section?.blocks ?? []).filter(block => block.kind === 'bullet')
  return bullets
    .filter(bullet => bullet.key.text === key)
    .flatMap(bullet => namesIn(bullet.value))
    .map(({name, place}) => ({name: name.replace(/^-\s*/, '').split('.').map(canonicalName).join('.'), place}))
}
