/** What is wrong between the states and the rest of the document. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggest} from '../../document/near.ts'
import type {Entities} from '../entities/model.ts'
import type {Machine, States} from './model.ts'

export function checkStates({machines}: States, {entities}: Entities): Finding[] {
  const names = [...entities.keys()]
  return [...machines.values()].flatMap(machine => [
    ...(entities.has(machine.entity) ? [] : [unknownEntity(machine, names)]),
    ...unreached(machine),
  ])
}

function unknownEntity({heading}: Machine, names: readonly string[]): Finding {
  return finding('N401', heading, {
    message: `There is no entity ${heading.text} in point 3.`,
    hint: suggest(heading.text, names, 'Declare it in point 3, or use a name from there.'),
  })
}

/** `starts` and `final` name states that some action leaves or reaches; else they are slips of the pen. */
function unreached({rows, states, starts, final}: Machine): Finding[] {
  const cells = rows.flatMap(row => [row.From.text, row.To.text]).flatMap(text => text.split(','))
  const moved = new Set(
    cells.map(cell =>
      cell
        .replace(/\(.*\)/, '')
        .trim()
        .replace(/[\s_]+/g, '_'),
    ),
  )
  if (moved.size === 0 || moved.has('any') || rows.length === 0) return []
  return states
    .filter(({name}) => (name === starts || final.includes(name)) && !moved.has(name))
    .map(state =>
      finding('N408', state, {
        message: `No action leads to or from \`${state.name}\`.`,
        hint: suggest(state.name, [...moved].filter(Boolean), 'Add an action, or leave the state out.'),
      }),
    )
}
