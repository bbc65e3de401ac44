/** Looking through Core: the parts of a node, whether a variable is used in it, and whether it asks for the acting person. */
import type {Core, InTest} from './core.ts'

const testParts = (test: InTest): readonly (Core | null)[] => {
  switch (test.test) {
    case 'range':
      return [test.low, test.high]
    case 'member':
      return [test.of]
    case 'condition':
      return [test.condition]
    default:
      return [test.with]
  }
}

function parts(core: Core): readonly (Core | null)[] {
  switch (core.op) {
    case 'field':
    case 'property':
    case 'relation':
    case 'not':
    case 'negate':
    case 'path':
      return [core.of]
    case 'filter':
    case 'some':
    case 'every':
      return [core.list, core.condition]
    case 'map':
      return [core.list, core.body]
    case 'at':
      return [core.list, core.index]
    case 'pick':
      return [core.list, core.by]
    case 'if':
      return [core.condition, core.then, core.otherwise]
    case 'and':
    case 'or':
    case 'list':
      return core.items
    case 'compare':
    case 'arithmetic':
      return [core.left, core.right]
    case 'in':
      return [core.value, ...core.tests.flatMap(testParts)]
    case 'range':
      return [core.low, core.high]
    case 'call':
      return core.args
    case 'scoped':
      return [core.otherwise]
    default:
      return []
  }
}

export const partsOf = (core: Core): readonly Core[] => parts(core).filter(part => part !== null)

export function mentions(core: Core, variable: string): boolean {
  if (core.op === 'variable') return core.name === variable
  if (core.op === 'scoped' && core.variables.includes(variable)) return true
  return partsOf(core).some(part => mentions(part, variable))
}

export const namesMe = (core: Core): boolean => core.op === 'me' || partsOf(core).some(namesMe)

const isNothing = (core: Core): boolean => core.op === 'value' && core.value === null

/**
 * Which sides of an equality name `me`. Where such a side is empty (nobody has signed in, or the person has no team), the answer is unknown:
 * who has nothing is not the owner of everything that nobody owns. `me.team = null` asks for just that and is answered.
 */
export function sidesOfMe(left: Core, right: Core): {readonly left: boolean; readonly right: boolean} {
  return {left: !isNothing(right) && namesMe(left), right: !isNothing(left) && namesMe(right)}
}
