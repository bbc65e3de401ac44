/** Raw point 1 → the name, description and audiences of the product, and the roles that may read the specification. */
import {readBullets} from '../../document/bullets.ts'
import type {Finding} from '../../document/finding.ts'
import {type RawDocument, sourceOf, type Text} from '../../document/raw.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import type {For} from '../screens/model.ts'
import type {Purpose} from './model.ts'

export const audienceTable: TableKind<'Audience' | 'Wants'> = {
  called: 'audiences',
  required: ['Audience', 'Wants'],
  optional: [],
}

export function readPurpose(document: RawDocument, findings: Finding[]): Purpose {
  const blocks = document.points[1].sections.flatMap(section => section.blocks)
  const prose = blocks.filter(block => block.kind === 'prose')
  const showsAt = shownAt(document, findings)
  const first = prose.find(block => block.paragraph)
  return {
    title: document.title?.text ?? '',
    description: first ? sourceOf(document, [first]).replace(/\s+/g, ' ').trim() : '',
    prose: sourceOf(document, prose),
    shows: showsAt && readShows(showsAt),
    showsAt,
    audiences: readTables(blocks, audienceTable, findings).map(({cells}) => ({
      who: cells.Audience.text,
      wants: cells.Wants.text,
    })),
  }
}

export const shown = 'shows its specification'

function shownAt(document: RawDocument, findings: Finding[]): Text | null {
  const said = document.points[1].sections.map(section => readBullets(section, [shown], findings)[shown])
  return said.find(bullet => bullet !== undefined)?.value ?? null
}

function readShows({text}: Text): For {
  if (text === 'everyone' || text === 'signed in') return {kind: text}
  return {kind: 'roles', roles: text.split(',').map(role => role.trim())}
}
