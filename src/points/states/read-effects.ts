/** The column Then: effects in order, separated by `;`. */
import {finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import type {Text} from '../../document/raw.ts'
import type {RowWorld} from './action-world.ts'
import {effectKinds} from './effects/kinds.ts'
import type {Effect} from './model.ts'
import {splitText} from './split-text.ts'

export function readEffects(cell: Text, world: RowWorld): readonly Effect[] {
  if (cell.text === '') return []
  const parts = splitText(cell, ';')
  // A semicolon at the end separates nothing.
  if (parts.length > 1 && parts.at(-1)?.text === '') parts.pop()
  return parts.flatMap(part => readEffect(part, world) ?? [])
}

function readEffect(text: Text, world: RowWorld): Effect | null {
  const written = text.text.replace(/\s+/g, ' ')
  const kind = effectKinds.find(({word}) => written === word || written.startsWith(`${word} `))
  if (kind) return kind.read(text, world, readEffect)
  const words = effectKinds.map(({word}) => word)
  const [first = ''] = written.split(' ')
  const message = written === '' ? 'There is an effect missing between two semicolons.' : `\`${first}\` is no effect.`
  const hint = suggest(first, words, `Effects look like \`${effectKinds[0]?.example}\`.`)
  world.findings.push(finding('N417', text, {message, hint}))
  return null
}
