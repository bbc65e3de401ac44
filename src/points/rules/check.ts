/** Checks the error messages of rules and actions: their placeholders must exist. */

import {type Finding, finding, type Place} from '../../document/finding.ts'
import {placeIn, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import {foreignPlaceholders} from '../../document/text.ts'
import {errors} from '../../messages/en/errors.ts'
import type {Entities, Entity} from '../entities/model.ts'
import type {DeclaredEntry, Errors} from '../errors/model.ts'
import {ownErrors} from '../errors/own.ts'
import type {Limits} from '../limits/model.ts'
import type {Actions} from '../states/model.ts'
import {isFieldPath, placeholderPath} from '../template.ts'
import type {Rules} from './model.ts'

interface CheckedPoints {
  readonly entities: Entities
  readonly actions: Actions
  readonly rules: Rules
  readonly errors: Errors
  readonly limits: Limits
}

/**
 * A placeholder is a constant, or a field of every record that the message is used for; in a built-in code, also a
 * value of the error.
 */
export function checkMessages(points: CheckedPoints): Finding[] {
  const raised = [...new Set([...raisedBy(points)])].map(key => key.split(' '))
  const byRules = raised.flatMap(([code = '', name = '']) => {
    const entry = points.errors.declared.get(code)
    const entity = points.entities.entities.get(name)
    return entry && entity && !Object.hasOwn(ownErrors, code) ? unknownNames(entry, entity, points) : []
  })
  const used = new Set(raised.map(([code]) => code))
  const byEngine = Object.entries(errors).filter(([code]) => !used.has(code))
  const unknown = byEngine.flatMap(([code, message]) => untold(points, code, placeholdersIn(message)))
  return [...byRules, ...unknown, ...spelledOtherwise(points)]
}

function untold({errors, limits}: CheckedPoints, code: string, told: readonly string[]): Finding[] {
  const entry = errors.declared.get(code)
  if (!entry) return []
  const known = [...told, ...limits.constants.keys()]
  return placeholdersIn(entry.message)
    .filter(name => !known.includes(name))
    .map(name =>
      finding('N507', placeholderIn(entry, name), {
        message: `\`{${name}}\` is not available in the message of ${code}.`,
        ...suggestFor(nameIn(entry, name), known, 'Use a constant of point 9.'),
      }),
    )
}

/** The pairs of error code and entity, each once. */
function* raisedBy({rules, actions}: CheckedPoints): Generator<string> {
  for (const {error, entity} of rules.rules) yield `${error} ${entity}`
  for (const [entity, named] of actions.actions)
    for (const action of named.values())
      for (const {error} of action.rows) if (error !== null) yield `${error} ${entity}`
}

function unknownNames(entry: DeclaredEntry, entity: Entity, {entities, limits}: CheckedPoints): Finding[] {
  return placeholdersIn(entry.message)
    .filter(name => !limits.constants.has(name) && !isFieldPath(placeholderPath(name), entity, entities))
    .map(name =>
      finding('N507', placeholderIn(entry, name), {
        message: `\`{${name}}\` is not a field of ${entity.name} or a constant.`,
        ...suggestFor(
          nameIn(entry, name),
          [...entity.fields.keys(), ...limits.constants.keys()],
          `Use a field of ${entity.name} or a constant of point 9.`,
        ),
      }),
    )
}

const placeholderIn = ({said}: DeclaredEntry, name: string): Place => placeIn(said, said.text.indexOf(`{${name}}`))

function nameIn({said}: DeclaredEntry, name: string): Text {
  const at = said.text.indexOf(`{${name}}`) + 1
  return sliceOf(said, at, at + name.length)
}

export function placeholdersIn(message: string): string[] {
  return [...message.matchAll(/\{([A-Za-z_][\w.]*)\}/g)].map(match => match[1] ?? '')
}

/** `${total}` and `{{total}}`, in every message. */
function spelledOtherwise({errors}: CheckedPoints): Finding[] {
  return [...errors.declared.values()].flatMap(({said}) => foreignPlaceholders(said, () => true))
}
