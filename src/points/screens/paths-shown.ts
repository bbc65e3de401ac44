/** Every field that a screen names, with its entity and where it is named: in Shows, in the bullets, on the cards. */
import type {Place} from '../../document/finding.ts'
import type {RawDocument} from '../../document/raw.ts'
import type {DetailKey} from './details.ts'
import type {Card, Path, Screen} from './model.ts'
import {namesSaid} from './said.ts'

export interface ShownPath {
  readonly name: string
  readonly place: Place
  readonly entity: string
}

const naming: readonly DetailKey[] = ['columns', 'sort', 'filters', 'search', 'group by', 'fields']

export function pathsShown(document: RawDocument, screen: Screen): ShownPath[] {
  const cards = screen.cards.flatMap(pathsOfCard)
  if (!('entity' in screen.shows)) return cards
  const {entity, ...shows} = screen.shows
  const said = naming.flatMap(key => namesSaid(document, screen, key)).map(name => ({...name, entity}))
  const named = [
    'by' in shows ? shows.by : null,
    'from' in shows ? shows.from : null,
    'to' in shows ? shows.to : null,
    'per' in shows ? shows.per : null,
  ].filter(name => name !== null)
  return [...named.map(name => ({name, place: screen, entity})), ...said, ...cards]
}

function pathsOfCard(card: Card): ShownPath[] {
  const {shows} = card
  const paths: (Path | null)[] =
    shows.kind === 'list'
      ? [...shows.columns, ...shows.sort.map(({path}) => path)]
      : [shows.sum, shows.by?.path ?? null]
  return paths.filter(path => path !== null).map(path => ({name: path.join('.'), place: card, entity: shows.entity}))
}
