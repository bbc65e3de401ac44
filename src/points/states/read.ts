/** Raw point 4 → the states of each entity, and the rows of its actions as written. */

import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type RawPoint, type RawSection, replacing, type Text} from '../../document/raw.ts'
import {didYouMean, isSlip} from '../../document/spelling.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import {asFieldName} from '../entities/names.ts'
import type {ActionColumn, ActionRow, Machine, State, States, WrittenForm, WrittenMail} from './model.ts'
import {isFormHeading, isMailHeading, readWrittenForm, readWrittenMail} from './read-action-texts.ts'

export const actionsTable: TableKind<ActionColumn> = {
  called: 'actions',
  required: ['Action'],
  optional: ['From', 'To', 'Who', 'When', 'After', 'Asks', 'Then', 'Error', 'Label', 'Says'],
}

export const machineKeys = ['starts', 'final', 'field', 'when created', 'when changed', 'when deleted'] as const

export function readStates(point: RawPoint, findings: Finding[]): States {
  const machines = new Map<string, Machine>()
  const mails: WrittenMail[] = []
  const forms: WrittenForm[] = []
  for (const section of point.sections) {
    const heading = section.heading && asMeant(section.heading, findings)
    if (heading === null) rejectLoose(section, findings)
    else if (isMailHeading(heading)) mails.push(readWrittenMail(heading, section, findings))
    else if (isFormHeading(heading)) forms.push(readWrittenForm(heading, section, findings))
    else if (machines.has(heading.text)) findings.push(statesDeclaredTwice(heading, machines.get(heading.text)))
    else machines.set(heading.text, readMachine(heading, section, findings))
  }
  return {machines, mails, forms}
}

/** `### Loan close mial` is a misspelt mail, not an entity. */
function asMeant(heading: Text, findings: Finding[]): Text {
  const [, before = '', last = ''] = /^([A-Z]\w*\s+\S.*\s)(\S+)$/.exec(heading.text) ?? []
  const meant = ['mail', 'form'].find(word => isSlip(last, word))
  if (meant === undefined) return heading
  const text = `${before}${meant}`
  const message = `Unknown heading "${heading.text}".`
  findings.push(finding('N020', heading, {message, hint: didYouMean(`### ${text}`), fix: replacing(heading, text)}))
  return {...heading, text}
}

function readMachine(heading: Text, section: RawSection, findings: Finding[]): Machine {
  const bullets = readBullets(section, machineKeys, findings)
  const rows: readonly ActionRow[] = readTables(section.blocks, actionsTable, findings).map(({cells}) => cells)
  const sources = {starts: bullets.starts?.value ?? null, final: bullets.final?.value ?? null, rows}
  const states = stateNames(sources, findings)
  const {file, line, column} = heading
  return {
    entity: heading.text,
    heading,
    field: readField(bullets.field?.value ?? null, findings),
    states,
    starts: firstState(heading, sources.starts, states, findings),
    final: sources.final === null ? [] : statesNamed(sources.final, []).map(state => state.name),
    rows,
    tells: {
      create: bullets['when created']?.value ?? null,
      update: bullets['when changed']?.value ?? null,
      delete: bullets['when deleted']?.value ?? null,
    },
    file,
    line,
    column,
  }
}

function readField(written: Text | null, findings: Finding[]): string {
  if (written === null) return 'status'
  const name = canonical(written.text)
  if (/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= 50) return name
  const message = `\`${written.text}\` cannot be the name of a field.`
  const meant = asFieldName(written.text)
  findings.push(
    finding('N407', written, {
      message,
      hint: `Use lower-case letters: \`- field: ${meant}\`.`,
      fix: replacing(written, meant),
    }),
  )
  return 'status'
}

function firstState(heading: Text, written: Text | null, states: readonly State[], findings: Finding[]): string | null {
  const named = written === null ? [] : statesNamed(written, [])
  const first = named[0]?.name ?? null
  if (states.length > 0 && named.length !== 1) {
    const message =
      named.length > 1 ? 'A record starts in one state only.' : `The first state of ${heading.text} is missing.`
    const state = first ?? states[0]?.name ?? 'new'
    const {line} = heading
    const below = {line: line + 1, column: 1, endLine: line + 1, endColumn: 1, text: `\n- starts: ${state}\n`}
    const fix = written ? replacing(written, state) : below
    findings.push(finding('N404', written ?? heading, {message, hint: `Write \`- starts: ${state}\`.`, fix}))
  }
  return first
}

function rejectLoose({blocks}: RawSection, findings: Finding[]): void {
  const block = blocks.find(each => each.kind === 'table' || each.kind === 'bullet')
  if (!block) return
  const message = `This ${block.kind} does not belong to an entity.`
  findings.push(
    finding('N401', block, {message, hint: 'Put it under a heading with the name of an entity: `### Ticket`.'}),
  )
}

function statesDeclaredTwice(heading: Text, earlier: Machine | undefined): Finding {
  return finding('N402', heading, {
    message: `The states of ${heading.text} are already declared at line ${earlier?.line ?? 0}.`,
    hint: 'Put both parts under one heading.',
  })
}

// The states that bullets and rows name, each once, in the order of the workflow.

interface StateSources {
  readonly starts: Text | null
  readonly final: Text | null
  readonly rows: readonly ActionRow[]
}

/** In From: the row applies to new records only. */
export const nothing = 'nothing'

/** Order: the initial state, states in From, states in To, final states. */
function stateNames({starts, final, rows}: StateSources, findings: Finding[]): readonly State[] {
  const last = final === null ? [] : statesNamed(final, findings)
  const named = [
    ...(starts === null ? [] : statesNamed(starts, findings)),
    ...rows.flatMap(row =>
      statesNamed(row.From, findings).filter(state => state.name !== 'any' && state.name !== nothing),
    ),
    ...rows.flatMap(row => statesNamed(row.To, findings).filter(state => state.name !== 'same')),
  ]
  const before = named.filter(state => !last.some(other => other.name === state.name))
  return merged([...before, ...last], named, findings)
}

/** `draft, asked back (was questioned)` */
export function statesNamed(text: Text, findings: Finding[]): State[] {
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

function canonical(name: string): string {
  return name.trim().replace(/[\s_]+/g, '_')
}

function malformed(written: string, place: {file: string; line: number; column: number}): Finding {
  const meant = canonical(written.toLowerCase().replace(/[^a-z0-9 _-]+/g, ' '))
  const fits = /^[a-z]/.test(meant)
  const {line, column} = place
  return finding('N405', place, {
    message:
      written === '' ? 'A state is missing between two commas.' : `\`${written}\` cannot be the name of a state.`,
    hint: `Use lower-case letters: \`${fits ? meant : 'asked_back'}\`.`,
    fix: fits ? {line, column, endLine: line, endColumn: column + written.length, text: meant} : undefined,
  })
}

/** The `(was …)` of a state may be written anywhere the state is named. */
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
