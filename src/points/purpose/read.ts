/** Raw point 1 → the product's name, its description and its audiences. */
import type {Finding} from '../../document/finding.ts'
import {type RawDocument, sourceOf} from '../../document/raw.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import type {Purpose} from './model.ts'

const audienceTable: TableKind<'Audience' | 'Wants'> = {
  called: 'audiences',
  required: ['Audience', 'Wants'],
  optional: [],
}

export function readPurpose(document: RawDocument, findings: Finding[]): Purpose {
  const blocks = document.points[1].sections.flatMap(section => section.blocks)
  const prose = blocks.filter(block => block.kind === 'prose')
  const first = prose.find(block => block.paragraph)
  return {
    title: document.title?.text ?? '',
    description: first ? sourceOf(document, [first]).replace(/\s+/g, ' ').trim() : '',
    prose: sourceOf(document, prose),
    audiences: readTables(blocks, audienceTable, findings).map(({cells}) => ({
      who: cells.Audience.text,
      wants: cells.Wants.text,
    })),
  }
}
