/** `(was …)`: an earlier name must be free now, and only one may claim it, or data would follow two ways. */
import {type Finding, finding, type Place} from '../../document/finding.ts'
import type {Entities} from './model.ts'
import {ownFieldsOf} from './own-fields.ts'

interface Renamed extends Place {
  readonly name: string
  readonly was: string | null
}

export function checkRenames({entities}: Entities): Finding[] {
  const all = [...entities.values()]
  return [
    ...clashes(all, new Set(entities.keys()), 'an entity'),
    ...all.flatMap(entity => {
      const taken = new Set([...entity.fields.keys(), ...ownFieldsOf(entity).keys()])
      return clashes([...entity.fields.values()], taken, `a field of ${entity.name}`)
    }),
  ]
}

function clashes(all: readonly Renamed[], taken: ReadonlySet<string>, what: string): Finding[] {
  const claimed = new Map<string, Renamed>()
  return all.flatMap(each => {
    if (each.was === null) return []
    const other = claimed.get(each.was)
    claimed.set(each.was, other ?? each)
    if (other === undefined && !taken.has(each.was)) return []
    return [finding('N314', each, clash(each, other, what))]
  })
}

function clash({name, was}: Renamed, other: Renamed | undefined, what: string) {
  if (other !== undefined)
    return {
      message: `\`${other.name}\` and \`${name}\` have the same earlier name \`${was}\`.`,
      hint: `Keep \`(was ${was})\` at the one that takes over the data.`,
    }
  if (name === was) return {message: `\`${name}\` still has this name.`, hint: `Remove \`(was ${was})\`.`}
  return {
    message: `The earlier name \`${was}\` is still the name of ${what}.`,
    hint: `Remove \`(was ${was})\`, or rename the other one.`,
  }
}
