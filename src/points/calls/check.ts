/**
 * Checks of point 7 against itself and the screens: paths that are taken, and secrets that do not belong in a document.
 */

import {placedNames} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawDocument, type RawPoint, sourceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Roles} from '../roles/model.ts'
import type {Route, Screens} from '../screens/model.ts'
import {ownWords} from '../screens/route.ts'
import type {Call, Calls} from './model.ts'

export interface CheckedCalls {
  readonly calls: Calls
  readonly screens: Screens
  readonly roles: Roles
  readonly document: RawDocument
}

export function checkCalls({calls, screens, roles, document}: CheckedCalls): Finding[] {
  return [
    ...takenPaths(calls.calls),
    ...takenNames(calls),
    ...pathsOfScreens(calls.calls, screens),
    ...calls.calls.flatMap(call => unknownRoles(call, roles)),
    ...secretsIn(document),
  ]
}

function unknownRoles(call: Call, {roles}: Roles): Finding[] {
  const named = call.for.kind === 'roles' ? placedNames(call.source.roles) : []
  return named
    .filter(({name}) => !roles.has(name))
    .map(({name, place}) => {
      const hint = 'Add it to the table of roles in point 6.'
      return finding('N210', place, {
        message: `Unknown role \`${name}\`.`,
        ...suggestFor(place, [...roles.keys()], hint),
      })
    })
}

/** Two routes that match the same addresses have the same shape, whatever the names of their parameters. */
const routeShape = ({segments}: Route): string =>
  segments.map(segment => (segment.kind === 'word' ? `/${segment.word}` : '/:')).join('')

function takenPaths(calls: readonly Call[]): Finding[] {
  const known = new Map<string, Call>()
  const names = new Map<string, Call>()
  return calls.flatMap(call => {
    const key = `${call.method} ${routeShape(call.route)}`
    const [path, name] = [known.get(key), names.get(call.name)]
    known.set(key, path ?? call)
    names.set(call.name, name ?? call)
    if (path) return [taken(call.source.path, `"${path.name}" already has this method and path.`)]
    return name ? [taken(call.source.name, 'There is already a call with this name.')] : []
  })
}

/** A heading with details must belong to exactly one of them. */
function takenNames({calls, events, effects}: Calls): Finding[] {
  const known = new Set(calls.map(({name}) => name))
  return [...events, ...effects].flatMap(({name, source}) => {
    const twice = known.has(name)
    known.add(name)
    return twice ? [taken(source.name, 'There is already a call with this name.')] : []
  })
}

function taken(place: Text, message: string): Finding {
  return finding('N707', place, {message, hint: 'Change one of the two.'})
}

function pathsOfScreens(calls: readonly Call[], {screens}: Screens): Finding[] {
  return calls.flatMap(call => {
    const [first] = call.route.segments
    if (first?.kind === 'word' && ownWords.has(first.word)) {
      const message = `Addresses that begin with \`/${first.word}\` belong to screens of the engine.`
      return [
        finding('N708', call.source.path, {message, hint: `Choose another path, such as \`/api${call.route.path}\`.`}),
      ]
    }
    const screen = screens.find(({route}) => meet(route, call.route))
    if (!screen) return []
    const message = `The screen "${screen.name}" at \`${screen.route.path}\` has addresses of this path.`
    const hint = `Choose another path, such as \`/api${call.route.path}\`.`
    return [finding('N708', call.source.path, {message, hint})]
  })
}

/** Whether an address matches both. */
function meet(one: Route, other: Route): boolean {
  if (one.segments.length !== other.segments.length) return false
  return one.segments.every((segment, index) => {
    const beside = other.segments[index]
    return segment.kind === 'parameter' || beside?.kind !== 'word' || segment.word === beside.word
  })
}

/** Texts that look like keys of known services, or like a credential in an address. */
const secrets: readonly RegExp[] = [
  /\b(?:sk|rk|pk)_(?:live|test)_\w{12,}/,
  /\bgh[pousr]_\w{20,}/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bwhsec_[\w+/=]{16,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  /https?:\/\/[^\s/:@]+:[^\s/@]+@/,
  /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{16,}/,
  /webhook\.office\.com\/webhookb2\/[\w-]{8,}/,
  /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
  /[?&](?:sig|signature|token|api_?key|key|secret|code|access_token)=[\w%+/-]{16,}/i,
  /\bBearer\s+[\w.~+/-]{16,}/,
]

function secretsIn(document: RawDocument): Finding[] {
  const point: RawPoint = document.points[7]
  return point.sections
    .flatMap(({blocks}) => blocks)
    .flatMap(block =>
      sourceOf(document, [block])
        .split('\n')
        .flatMap((line, index) => {
          const at = secrets.map(pattern => pattern.exec(line)?.index ?? -1).find(found => found >= 0)
          if (at === undefined) return []
          return [
            finding(
              'N715',
              {file: block.file, line: block.line + index, column: at + 1},
              {
                message: 'This looks like a secret.',
                hint: 'Name a variable of the environment instead, and revoke this secret: everyone who reads the document has it.',
              },
            ),
          ]
        }),
    )
}
