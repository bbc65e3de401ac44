/** The rows of point 2 that answer at an address, and for whom. */
import type {For, Screen} from '../../points/screens/model.ts'
import {findScreen} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Roles} from './grant-reasons.ts'
import {lineAt, type Reason} from './reason.ts'

export function screenReasons(specification: Specification, roles: Roles, path: string): readonly Reason[] {
  return screensAt(specification, path).map(screen => {
    const {file, line, column} = screen
    const asks = [{said: `it is for ${forText(screen.for)}`, is: isFor(screen.for, roles)}]
    return {file, line, column, quoted: lineAt(specification, screen), asks, fields: null}
  })
}

/** Everything that answers there for anybody, also the route itself as the document writes it. */
function screensAt({screens, roles}: Specification, path: string): Screen[] {
  const written = screens.screens.filter(({route}) => route.path === path)
  if (written.length > 0) return written
  const answering = [...roles.roles.keys()].map(role => findScreen(screens, path, {roles: [role]})?.screen)
  const all = [findScreen(screens, path, null)?.screen, ...answering]
  return [...new Set(all)].flatMap(screen => screen ?? [])
}

function forText(whom: For): string {
  return whom.kind === 'roles' ? whom.roles.join(', ') : whom.kind
}

function isFor(whom: For, roles: Roles): boolean {
  if (whom.kind === 'everyone') return true
  return roles !== null && (whom.kind === 'signed in' || whom.roles.some(role => roles.includes(role)))
}
