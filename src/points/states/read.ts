/** Raw point 4 → the states of each entity, and the rows of its actions as they are written. */

import {readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type RawPoint, replacing, type Section, type Text} from '../../document/raw.ts'
import {readTables, type TableKind} from '../../document/table.ts'
import {asFieldName} from '../entities/names.ts'
import type {ActionColumn, ActionRow, Machine, State, States} from './model.ts'
import {canonical, namesIn, stateNames} from './state-names.ts'

export const actionsTable: TableKind<ActionColumn> = {
  called: 'actions',
  required: ['Action'],
  optional: ['From', 'To', 'Who', 'When', 'After', 'Asks', 'Then', 'Error'],
}

export const machineKeys = ['starts', 'final', 'field', 'when created', 'when changed', 'when deleted'] as const

export function readStates(point: RawPoint, findings: Finding[]): States {
  const machines = new Map<string, Machine>()
  for (const section of point.sections) {
    const {heading} = section
    if (heading === null) rejectLoose(section, findings)
    else if (machines.has(heading.text)) findings.push(twice(heading, machines.get(heading.text)))
    else machines.set(heading.text, readMachine(heading, section, findings))
  }
  return {machines}
}

function readMachine(heading: Text, section: Section, findings: Finding[]): Machine {
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
    final: sources.final === null ? [] : namesIn(sources.final, []).map(state => state.name),
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
      hint: `Use small letters: \`- field: ${meant}\`.`,
      fix: replacing(written, meant),
    }),
  )
  return 'status'
}

function firstState(heading: Text, written: Text | null, states: readonly State[], findings: Finding[]): string | null {
  const named = written === null ? [] : namesIn(written, [])
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

function rejectLoose({blocks}: Section, findings: Finding[]): void {
  const block = blocks.find(each => each.kind === 'table' || each.kind === 'bullet')
  if (!block) return
  const message = `This ${block.kind} does not belong to an entity.`
  findings.push(
    finding('N401', block, {message, hint: 'Put it under a heading with the name of an entity: `### Ticket`.'}),
  )
}

function twice(heading: Text, earlier: Machine | undefined): Finding {
  return finding('N402', heading, {
    message: `The states of ${heading.text} are at line ${earlier?.line ?? 0} already.`,
    hint: 'Put both parts under one heading.',
  })
}
