/** Point 1: the purpose and audiences of the product. The model, how it is read, and its check. */

import {readBullets} from '../document/bullets.ts'
import {type Finding, finding} from '../document/finding.ts'
import {type Block, type RawDocument, sliceOf, sourceOf, type Text} from '../document/raw.ts'
import {suggestFor} from '../document/spelling.ts'
import {readTables, type TableKind} from '../document/table.ts'
import type {Roles} from './roles/model.ts'
import type {For} from './screens/model.ts'

interface Audience {
  readonly who: string
  readonly wants: string
}

export interface Purpose {
  readonly title: string
  /** The first paragraph, for the sign-in page and search engines; may be empty. */
  readonly description: string
  /** All prose of the point, as Markdown. */
  readonly prose: string
  readonly audiences: readonly Audience[]
  /** The roles that may read the specification in the application; null for none. */
  readonly shows: For | null
  /** The place in the document. */
  readonly showsAt: Text | null
}

/* Raw point 1 → the name, description and audiences of the product, and the roles that may read the specification. */

export const audienceTable: TableKind<'Audience' | 'Wants'> = {
  called: 'audiences',
  required: ['Audience', 'Wants'],
  optional: [],
}

export function readPurpose(document: RawDocument, findings: Finding[]): Purpose {
  const blocks = blocksOf(document)
  const prose = proseOf(document)
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

const blocksOf = (document: RawDocument): Block[] => document.points[1].sections.flatMap(({blocks}) => blocks)

/** The prose that describes the product: a sentence that says that nothing is described does not. */
function proseOf(document: RawDocument) {
  const prose = blocksOf(document).filter(block => block.kind === 'prose')
  const text = sourceOf(document, prose).replace(/\s+/g, ' ').trim()
  return saysNothing.some(pattern => pattern.test(text)) ? [] : prose
}

const described = 'purpose|product|audiences?|users|zweck|produkt|zielgruppen?'
const subject = `(?:(?:the|der|die|das) )?(?:${described})`
/** `The purpose and the audience are not shown.`, `Nothing is said.`, `Open.` and the like. */
const saysNothing = [
  new RegExp(
    `^(?:${subject}(?:(?:,| and| und) ${subject})*|it|they) (?:is|are) not (?:yet )?(?:shown|said|described|given)(?: yet)?\\.?$`,
    'i',
  ),
  new RegExp(
    `^${subject}(?:(?:,| und) ${subject})* (?:ist|sind|wird|werden) (?:noch )?nicht (?:gezeigt|beschrieben|angegeben)\\.?$`,
    'i',
  ),
  /^(?:none|nothing) (?:is|are) (?:shown|said|described|given)(?: yet)?\.?$/i,
  /^[*_]*(?:(?:still |noch )?(?:open|offen)|to be (?:decided|described|defined)|tbd)\.?[*_]*$/i,
]

/** Prose or a table describes the product; bullets alone do not. */
export function isPurposeOpen(document: RawDocument): boolean {
  return proseOf(document).length === 0 && blocksOf(document).every(({kind}) => kind !== 'table')
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

/* Checks point 1 against point 6: the specification can only be shown to roles that exist. */

export function checkPurpose({shows, showsAt}: Purpose, {roles}: Roles): Finding[] {
  if (shows?.kind !== 'roles' || showsAt === null) return []
  return shows.roles
    .filter(role => !roles.has(role))
    .map(role => {
      const known = [...roles.keys(), 'everyone', 'signed in']
      const at = Math.max(0, showsAt.text.indexOf(role))
      const place = sliceOf(showsAt, at, at + role.length)
      const hint = 'Name roles of point 6, or write `everyone` or `signed in`.'
      return finding('N101', place, {message: `Unknown role \`${role}\`.`, ...suggestFor(place, known, hint)})
    })
}
