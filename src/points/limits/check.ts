/** Constants that nothing uses. */
import {type Finding, finding} from '../../document/finding.ts'
import type {PointNumber} from '../../document/raw.ts'
import type {Across} from '../across-world.ts'
import {settings} from './settings.ts'

/** Where constants are used. While one of these is open, it may be the one. */
const using: readonly PointNumber[] = [2, 3, 4, 5, 6, 8]

export function checkUnusedConstants({limits, mentioned, open}: Across): Finding[] {
  if (using.some(point => open.includes(point))) return []
  return [...limits.constants.values()]
    .filter(({name}) => !Object.hasOwn(settings, name) && mentioned.times(name, [1, ...using, 7]) === 0)
    .map(constant => {
      const message = `The constant ${constant.name} is not used.`
      return finding('N910', constant, {message, hint: 'Use it in an expression or a message, or remove it.'})
    })
}
