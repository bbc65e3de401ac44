/** What is wrong between screens, or between a screen and the rest of the document. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import type {Block, RawDocument} from '../../document/raw.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import {screenKinds} from './kinds.ts'
import type {For, Screen, Screens, Shows} from './model.ts'
import {ownWords} from './own-words.ts'
import {shapeOf} from './route.ts'

export interface ScreenWorld {
  readonly document: RawDocument
  readonly limits: Limits
  readonly roles: Roles
}

export function checkScreens({screens}: Screens, world: ScreenWorld): Finding[] {
  return [
    ...clashes(screens),
    ...screens.flatMap(takesOwn),
    ...screens.flatMap(screen => unknownRoles(screen, world.roles)),
    ...screens.flatMap(screen => (screen.shows.kind === 'page' ? checkPage(screen, world) : checkShown(screen))),
    ...screens.filter(({shows}) => withProse.has(shows.kind)).flatMap(({prose}) => placeholders(prose, world)),
    ...screens.filter(({shows, cards}) => shows.kind === 'dashboard' && cards.length === 0).map(withoutCards),
  ]
}

/** Beside pages, these show what stands under their heading. */
const withProse: ReadonlySet<Shows['kind']> = new Set(['dashboard', 'form'])

function clashes(screens: readonly Screen[]): Finding[] {
  const byShape = new Map<string, Screen[]>()
  const byName = new Map<string, Screen>()
  return screens.flatMap(screen => {
    const shape = shapeOf(screen.route)
    const sharing = byShape.get(shape) ?? []
    const same = sharing.find(other => overlap(other.for, screen.for))
    const found = clash(screen, {same, namesake: byName.get(screen.name)})
    // One that overlaps with an earlier one is not asked again, so that a shape has as many screens as there are roles.
    if (!same) byShape.set(shape, [...sharing, screen])
    if (!byName.has(screen.name)) byName.set(screen.name, screen)
    return found
  })
}

interface Clashing {
  readonly same: Screen | undefined
  readonly namesake: Screen | undefined
}

function clash(screen: Screen, {same, namesake}: Clashing): Finding[] {
  const found: Finding[] = []
  if (namesake) {
    const message = `There is a screen "${screen.name}" already, at line ${namesake.line}.`
    found.push(finding('N204', screen, {message, hint: 'Give one of them another name.'}))
  }
  if (same) {
    const message = `"${same.name}" answers at ${screen.route.path} already, for some of the same people.`
    found.push(
      finding('N203', screen.written?.route ?? screen, {
        message,
        hint: 'Give this screen another route, or make their roles disjoint.',
      }),
    )
  }
  return found
}

/** Otherwise the screen would be there in the document, and never be shown. */
function takesOwn(screen: Screen): Finding[] {
  const [first] = screen.route.segments
  if (first?.kind !== 'word' || !ownWords.has(first.word)) return []
  const message = `Addresses that begin with /${first.word} are the engine's own, so nobody would see "${screen.name}".`
  return [finding('N216', screen.written?.route ?? screen, {message, hint: 'Choose another first word for its route.'})]
}

function unknownRoles(screen: Screen, {roles}: Roles): Finding[] {
  const named = screen.for.kind === 'roles' ? screen.for.roles : []
  return named
    .filter(role => !roles.has(role))
    .map(role => {
      const message = `There is no role ${role} in point 6, so nobody could open "${screen.name}" by it.`
      const place = screen.written?.roles.find(({name}) => name === role)?.place ?? screen
      return finding('N210', place, {message, hint: suggest(role, [...roles.keys()], 'Add it to the table of roles.')})
    })
}

function overlap(one: For, other: For): boolean {
  if (one.kind !== 'roles' || other.kind !== 'roles') return true
  return one.roles.some(role => other.roles.includes(role))
}

function checkShown(screen: Screen): Finding[] {
  const kind = screenKinds.find(each => each.kind === screen.shows.kind)
  if (kind?.shown) return []
  const message = `This version does not show a ${screen.shows.kind} yet: ${screen.route.path} answers with the page for missing pages.`
  return [
    finding('N208', screen, {
      message,
      hint: 'The rest of the document runs; a later version shows this screen without a change.',
    }),
  ]
}

function withoutCards(screen: Screen): Finding {
  const hint = `Add a table \`Card | Shows | As\` under a heading "### ${screen.name}".`
  return finding('N221', screen, {message: `The dashboard "${screen.name}" has no cards.`, hint})
}

function checkPage(screen: Screen, world: ScreenWorld): Finding[] {
  if (screen.prose.length > 0) return placeholders(screen.prose, world)
  const hint = `Write its words under a heading "### ${screen.name}".`
  return [finding('N206', screen, {message: `The page "${screen.name}" has no words.`, hint})]
}

function placeholders(blocks: readonly Block[], {document, limits}: ScreenWorld): Finding[] {
  const names = [...limits.constants.keys()]
  return blocks.flatMap(block => {
    const lines =
      document.sources.find(source => source.file === block.file)?.lines.slice(block.line - 1, block.endLine) ?? []
    return lines.flatMap((line, index) =>
      [...line.matchAll(/\{([A-Z][A-Z0-9_]*)\}/g)]
        .filter(match => !limits.constants.has(match[1] ?? ''))
        .map(match =>
          finding(
            'N021',
            {file: block.file, line: block.line + index, column: match.index + 2},
            {
              message: `There is no constant ${match[1]} in point 9.`,
              hint: suggest(match[1] ?? '', names, 'Add it to the table of constants.'),
            },
          ),
        ),
    )
  })
}
