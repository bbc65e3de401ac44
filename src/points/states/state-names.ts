/** The states that a machine's bullets and rows name, each once, in the order in which people go through them. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import type {ActionRow, State} from './model.ts'

export interface StateSources {
  readonly starts: Text | null
  readonly final: Text | null
  readonly rows: readonly ActionRow[]
}

/** The first state, those that something leads out of, those that something leads to, the last ones. */
export function stateNames({starts, final, rows}: StateSources, findings: Finding[]): readonly State[] {
  const last = final === null ? [] : namesIn(final, findings)
  const named = [
    ...(starts === null ? [] : namesIn(starts, findings)),
    ...rows.flatMap(row => namesIn(row.From, findings).filter(state => state.name !== 'any')),
    ...rows.flatMap(row => namesIn(row.To, findings).filter(state => state.name !== 'same')),
  ]
  const before = named.filter(state => !last.some(other => other.name === state.name))
  return merged([...before, ...last], named, findings)
}

/** `draft, asked back (was questioned)` */
export function namesIn(text: Text, findings: Finding[]): State[] {
  const states: State[] = []
  let offset = 0
  for (const part of text.text.split(',')) {
    const place = placeIn(text, offset + part.length - part.trimStart().length)
    offset += part.length + 1
    if (text.text.trim() === '') continue
    const match = /^([a-z][a-z0-9]*(?:(?:[ _]+|-)[a-z0-9]+)*)(?:\s*\(was\s+([a-z][a-z0-9 _-]*?)\s*\))?$/.exec(
      part.trim(),
    )
    if (match) states.push({name: canonical(match[1] ?? ''), was: match[2] ? canonical(match[2]) : null, ...place})
    else findings.push(malformed(part.trim(), place))
  }
  return states
}

export function canonical(name: string): string {
  return name.trim().replace(/[\s_]+/g, '_')
}

function malformed(written: string, place: {file: string; line: number; column: number}): Finding {
  const meant = canonical(written.toLowerCase().replace(/[^a-z0-9 _-]+/g, ' '))
  const fits = /^[a-z]/.test(meant)
  const {line, column} = place
  return finding('N405', place, {
    message:
      written === '' ? 'A state is missing between two commas.' : `\`${written}\` cannot be the name of a state.`,
    hint: `Use small letters: \`${fits ? meant : 'asked_back'}\`.`,
    fix: fits ? {line, column, endLine: line, endColumn: column + written.length, text: meant} : undefined,
  })
}

/** A state's earlier name may stand at any of the places that name it. */
function merged(order: readonly State[], named: readonly State[], findings: Finding[]): State[] {
  const states = new Map<string, State>()
  for (const state of [...order, ...named]) {
    const known = states.get(state.name)
    if (known === undefined || (known.was === null && state.was !== null)) states.set(state.name, state)
    else if (state.was !== null && known.was !== state.was) findings.push(renamedTwice(state, known))
  }
  const all = [...states.values()]
  for (const state of all) {
    const other = all.find(
      each => each.name === state.was || (each !== state && each.was !== null && each.was === state.was),
    )
    if (other) findings.push(clash(state, other))
  }
  return all.map(({name, was, file, line, column}) => ({name, was, file, line, column}))
}

function renamedTwice(state: State, known: State): Finding {
  return finding('N406', state, {
    message: `The earlier name of \`${state.name}\` is \`${known.was}\` at line ${known.line}, but \`${state.was}\` here.`,
    hint: 'Keep one of the two.',
  })
}

function clash(state: State, other: State): Finding {
  const message =
    other.name === state.was
      ? `The earlier name \`${state.was}\` is still the name of a state.`
      : `\`${state.name}\` and \`${other.name}\` have the same earlier name \`${state.was}\`.`
  return finding('N406', state, {message, hint: `Keep \`(was ${state.was})\` at one state, and rename the other.`})
}
