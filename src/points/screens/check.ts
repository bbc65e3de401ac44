/** Problems between screens, or between a screen and the rest of the document. */
import {type Finding, finding} from '../../document/finding.ts'
import {type Block, type RawDocument, sliceOf} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {foreignPlaceholders, joinedText} from '../../document/text.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities} from '../entities/model.ts'
import type {Limits} from '../limits/model.ts'
import type {Roles} from '../roles/model.ts'
import type {For, Screen, Screens} from './model.ts'
import {isAccountDeed, type OwnActionRow} from './own/model.ts'
import {parametersIn} from './parameters.ts'
import {ownWords, shapeOf} from './route.ts'

export interface ScreenCheckContext {
  readonly entities: Entities
  readonly document: RawDocument
  readonly limits: Limits
  readonly roles: Roles
}

export function checkScreens({screens}: Screens, context: ScreenCheckContext): Finding[] {
  return [
    ...clashes(screens),
    ...screens.flatMap(takesOwn),
    ...screens.flatMap(screen => unknownRoles(screen, context.roles)),
    ...screens.filter(({kind}) => kind.prose === 'all').flatMap(screen => checkPage(screen, context)),
    ...screens.flatMap(screen =>
      (screen.own?.actions ?? []).flatMap(each => checkLead(each, screens, context.entities)),
    ),
    ...screens.filter(({kind}) => kind.prose === 'above').flatMap(({prose}) => placeholders(prose, context)),
  ]
}

function clashes(screens: readonly Screen[]): Finding[] {
  const byShape = new Map<string, Screen[]>()
  const byName = new Map<string, Screen>()
  return screens.flatMap(screen => {
    const shape = shapeOf(screen.route)
    const sharing = byShape.get(shape) ?? []
    const same = sharing.find(other => overlap(other.for, screen.for))
    const found = clash(screen, {same, namesake: byName.get(screen.name)})
    // A screen that overlaps with an earlier one is not compared again, so that a route shape has at most as many
    // screens as there are roles.
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
    const message = `Duplicate screen "${screen.name}": it is already declared at line ${namesake.line}.`
    found.push(finding('N204', screen, {message, hint: 'Rename one of them.'}))
  }
  if (same) {
    const message = `The route \`${screen.route.path}\` already belongs to "${same.name}", for some of the same people.`
    found.push(
      finding('N203', screen.written?.route ?? screen, {
        message,
        hint: 'Choose another route, or different roles.',
      }),
    )
  }
  return found
}

/** Otherwise the screen would be declared but never shown. */
function takesOwn(screen: Screen): Finding[] {
  const [first] = screen.route.segments
  if (first?.kind !== 'word' || !ownWords.has(first.word)) return []
  const message = `Routes that start with \`/${first.word}\` are reserved.`
  return [finding('N216', screen.written?.route ?? screen, {message, hint: 'Choose another first word.'})]
}

function unknownRoles(screen: Screen, {roles}: Roles): Finding[] {
  const named = screen.for.kind === 'roles' ? screen.for.roles : []
  return named
    .filter(role => !roles.has(role))
    .map(role => {
      const message = `Unknown role \`${role}\`.`
      const place = screen.written?.roles.find(({name}) => name === role)?.place
      const hint = 'Add it to the table of roles in point 6.'
      if (!place) return finding('N210', screen, {message, hint})
      return finding('N210', place, {message, ...suggestFor(place, [...roles.keys()], hint)})
    })
}

function overlap(one: For, other: For): boolean {
  if (one.kind !== 'roles' || other.kind !== 'roles') return true
  return one.roles.some(role => other.roles.includes(role))
}

function checkPage(screen: Screen, context: ScreenCheckContext): Finding[] {
  if (screen.prose.length > 0) return placeholders(screen.prose, context)
  const hint = `Write its text under \`### ${screen.name}\`.`
  return [finding('N206', screen, {message: `The page "${screen.name}" is empty.`, hint})]
}

function placeholders(blocks: readonly Block[], {document, limits}: ScreenCheckContext): Finding[] {
  const names = [...limits.constants.keys()]
  return blocks.flatMap(block => {
    const lines =
      document.sources.find(source => source.file === block.file)?.lines.slice(block.line - 1, block.endLine) ?? []
    return lines.flatMap((line, index) => {
      const text = joinedText([{file: block.file, line: block.line + index, column: 1, source: line}])
      const unknown = [...text.text.matchAll(/(?<![{$])\{([A-Z][A-Z0-9_]*)\}/g)]
        .filter(match => !limits.constants.has(match[1] ?? ''))
        .map(match => {
          const at = sliceOf(text, match.index + 1, match.index + match[0].length - 1)
          const message = `Unknown constant \`${at.text}\`.`
          return finding('N021', at, {message, ...suggestFor(at, names, 'Add it to the constants of point 9.')})
        })
      return [...unknown, ...foreignPlaceholders(text, name => limits.constants.has(name))]
    })
  })
}

/** The parameters of the screen that an action leads to are fields of its record, which is gone after `delete`. */
function checkLead({leadsTo, does}: OwnActionRow, screens: readonly Screen[], {entities}: Entities): Finding[] {
  if (leadsTo === null) return []
  const screen = screens.find(({name}) => name === leadsTo.text)
  if (!screen) {
    const names = screens.map(({name}) => name)
    const message = `Unknown screen "${leadsTo.text}".`
    return [
      finding('N251', leadsTo, {message, ...suggestFor(leadsTo, names, 'Name a screen, or leave the cell empty.')}),
    ]
  }
  const entity = entities.get(does.entity)
  const isGone = does.kind === 'delete' || isAccountDeed(does.kind)
  const isThere = (name: string) => !isGone && entity !== undefined && fieldOf(entity, name) !== null
  const missing = parametersIn(screen.route).find(({name}) => !isThere(name))
  if (!missing) return []
  const message = isAccountDeed(does.kind)
    ? `"${screen.name}" needs \`:${missing.name}\`, and there is no record.`
    : does.kind === 'delete'
      ? `"${screen.name}" needs \`:${missing.name}\`, and the record is gone.`
      : `"${screen.name}" needs \`:${missing.name}\`, which is not a field of ${does.entity}.`
  return [finding('N251', leadsTo, {message, hint: 'Name another screen, or leave the cell empty.'})]
}
