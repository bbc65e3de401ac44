/** The rows of point 4 → actions, after entities, roles, errors and limits were read. */
import {type Finding, finding} from '../../document/finding.ts'
import {replacing, type Text} from '../../document/raw.ts'
import {type as typeText} from '../../feel/index.ts'
import type {Type} from '../../feel/type.ts'
import {ownerOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {asFieldName, canonicalName, labelOfName, longestName} from '../entities/names.ts'
import {ownErrors} from '../errors/own.ts'
import {unknownCode} from '../errors/read.ts'
import {readSentence, type Sentence} from '../template.ts'
import {type ActionContext, type RowContext, typedCondition} from './action-context.ts'
import type {
  Action,
  ActionInput,
  ActionRow,
  Actions,
  Condition,
  Machine,
  PlainChange,
  States,
  Tells,
  Transition,
} from './model.ts'
import {nothing, statesNamed} from './read.ts'
import {withForms, withMails} from './read-action-texts.ts'
import {readAfter, readAsks, readWho} from './read-columns.ts'
import {readEffects} from './read-effects.ts'

export function readActions(states: States, context: ActionContext, findings: Finding[]): Actions {
  const {machines} = states
  const actions = [...machines.values()].flatMap(machine => {
    // States of an unknown entity already have their finding.
    const entity = context.entities.entities.get(machine.entity)
    return entity ? [[entity.name, actionsOf(machine, entity, {context, findings})] as const] : []
  })
  const tells = [...context.entities.entities.values()].flatMap(entity => {
    const told = readTells(machines.get(entity.name) ?? null, entity, {context, findings})
    return told.create.length + told.update.length + told.delete.length > 0 ? [[entity.name, told] as const] : []
  })
  const mailed = withMails(new Map(actions), states, context, findings)
  return {actions: withForms(mailed, states, context, findings), tells: new Map(tells)}
}

/** Instead of people: no one is notified, not even the owner of the record. */
const noOne = 'no one'

/** `- when changed: notify person`: plain changes can only notify people. By default, the owner is notified. */
function readTells(machine: Machine | null, entity: Entity, {context, findings}: ActionsContext): Tells {
  const read = (change: PlainChange): Tells[PlainChange] => {
    const text = machine?.tells[change] ?? null
    if (text === null) return change === 'update' ? ownersOf(entity, context) : []
    if (text.text === noOne) return []
    if (/^(?:no|none|nobody|no-one|noone|off|never|nothing|no people)$/i.test(text.text)) {
      const message = `\`${text.text}\` is not an effect.`
      findings.push(finding('N426', text, {message, hint: `Write \`${noOne}\`.`, fix: replacing(text, noOne)}))
      return []
    }
    const scope = {...context.scope, entity: entity.name, old: change === 'update'}
    return readEffects(text, {...context, scope, entity, findings}).flatMap(effect => {
      if (effect.kind === 'notify') {
        if (change !== 'delete' || effect.text === null) return [effect]
        const message = 'A deleted record cannot be read any more, so its notification has no text.'
        findings.push(finding('N426', text, {message, hint: 'Remove the text in quotes. People read who deleted it.'}))
        return []
      }
      const message = `\`${effect.kind}\` cannot be used here: plain changes can only notify people.`
      findings.push(finding('N426', text, {message, hint: 'Write `notify person`, or use an action.'}))
      return []
    })
  }
  return {create: read('create'), update: read('update'), delete: read('delete')}
}

function ownersOf(entity: Entity, {scope}: ActionContext): Tells[PlainChange] {
  const owner = ownerOf(entity)
  const typing = owner && typeText(owner.name, {...scope, entity: entity.name, old: true})
  return typing?.ok ? [{people: typing.core, text: null, place: null}] : []
}

interface ActionsContext {
  readonly context: ActionContext
  readonly findings: Finding[]
}

function actionsOf(machine: Machine, entity: Entity, {context, findings}: ActionsContext): ReadonlyMap<string, Action> {
  const actions = new Map<string, Action>()
  const written = new Map<string, string>()
  for (const row of machine.rows) {
    const name = readName(row.Action, findings)
    if (name === null) continue
    const scope = {...context.scope, entity: entity.name}
    const transition = readTransition(row, machine, {...context, scope, entity, findings})
    const earlier = actions.get(name)
    const label = readLabel(row.Label, name, {written, findings})
    actions.set(name, {
      entity: entity.name,
      name,
      label,
      originalLabel: label,
      rows: [...(earlier?.rows ?? []), transition],
      mail: null,
      form: null,
    })
  }
  return actions
}

/** One action has one button, so its rows agree; it is enough if one of them has a label. */
function readLabel(cell: Text, name: string, {written, findings}: {written: Map<string, string>; findings: Finding[]}) {
  const known = written.get(name)
  if (cell.text !== '' && known === undefined) written.set(name, cell.text)
  if (cell.text !== '' && known !== undefined && cell.text !== known) {
    const message = `The label of \`${name}\` is “${known}” in a row above, but “${cell.text}” here.`
    const hint = 'Use one label for all rows of an action.'
    findings.push(finding('N427', cell, {message, hint, fix: replacing(cell, known)}))
  }
  return written.get(name) ?? labelOfName(name)
}

/** Reserved: history and rules use these names for plain changes. */
const taken = new Set(['create', 'update', 'delete', 'read', 'export', 'save'])

function readName(cell: Text, findings: Finding[]): string | null {
  const name = canonicalName(cell.text)
  const isName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= longestName
  if (isName && !taken.has(name)) return name
  if (isName) {
    const message = `\`${name}\` is a built-in action.`
    findings.push(finding('N425', cell, {message, hint: 'Choose another name.'}))
    return null
  }
  const meant = asFieldName(cell.text).replaceAll('_', ' ')
  findings.push(
    finding('N425', cell, {
      message: cell.text === '' ? 'This action has no name.' : `\`${cell.text}\` cannot be the name of an action.`,
      hint: `Use lower-case letters: \`${cell.text === '' ? 'ask back' : meant}\`.`,
      fix: cell.text === '' ? undefined : replacing(cell, meant),
    }),
  )
  return null
}

function readTransition(row: ActionRow, machine: Machine, around: RowContext): Transition {
  const asks = readAsks(row.Asks, around)
  const who = readWho(row.Who, around)
  const system = who.some(({kind}) => kind === 'system')
  // What the system does with a change may compare the record with the one before it.
  const old = who.length > 0 && who.every(({kind}) => kind === 'system') && row.After.text === ''
  const context = {...around, scope: {...around.scope, inputs: inputsOf(asks), old}}
  around.findings.push(...systemFindings(row, machine, {system, asks}))
  const {file, line, column} = row.Action
  const when = readWhen(row.When, context)
  const from = readFrom(row.From)
  return {
    ...from,
    to: statesIn(row.To, 'same')?.[0] ?? null,
    who,
    when,
    ...readAfter(row.After, around),
    asks,
    // A row that creates its record has none before it; for the system, there is the record before what made it act.
    effects: readEffects(row.Then, {
      ...context,
      scope: {...context.scope, old: system ? when?.readsOld === true : !from.creates},
    }),
    says: readSays(row.Says, context),
    error: readError(row.Error, context),
    file,
    line,
    column,
  }
}

function inputsOf(asks: readonly ActionInput[]): ReadonlyMap<string, Type> {
  return new Map(asks.filter(({own}) => own).map(({field}) => [field.name, field.type.type]))
}

/** `nothing`: not a state, but a record that a form is about to create. */
function readFrom(cell: Text): Pick<Transition, 'from' | 'creates'> {
  const from = statesIn(cell, 'any')
  const creates = from?.includes(nothing) ?? false
  return {from: creates ? null : from, creates}
}

/** A cell that cannot be read already has its finding. */
function statesIn(cell: Text, everything: string): readonly string[] | null {
  const names = statesNamed(cell, []).map(({name}) => name)
  return names.length === 0 || names.includes(everything) ? null : names
}

function systemFindings(
  row: ActionRow,
  {states}: Machine,
  {system, asks}: {system: boolean; asks: readonly ActionInput[]},
): Finding[] {
  const wrong = (cell: Text, message: string, hint: string) => [finding('N414', cell, {message, hint})]
  return [
    ...(row.After.text !== '' && !system
      ? wrong(
          row.After,
          'After can only be used with `system`.',
          'Write `system` under Who, or a condition under When.',
        )
      : []),
    ...(row.After.text !== '' && system && states.length === 0
      ? wrong(
          row.After,
          'After counts the time in a state, and this entity has no states.',
          'Use a condition under When instead.',
        )
      : []),
    ...(system && asks.length > 0
      ? wrong(row.Asks, '`system` cannot fill in inputs.', 'Clear the cell, and set the field under Then.')
      : []),
    ...(system && row.When.text === '' && row.After.text === ''
      ? wrong(
          row.Who,
          'This row does not say when the system acts.',
          states.length === 0
            ? 'Write a condition under When.'
            : 'Write a condition under When, or a time under After.',
        )
      : []),
    ...(row.To.text.includes(',')
      ? [
          finding('N424', row.To, {
            message: 'An action leads to one state.',
            hint: 'Write one row for each state, with its own When.',
          }),
        ]
      : []),
  ]
}

function readWhen(cell: Text, context: RowContext): Condition | null {
  if (cell.text === '') return null
  const typed = typedCondition(cell, context, 'N412')
  const {core = null, reads} = typed ?? {}
  return {text: cell, core, readsInputs: (reads?.inputs.size ?? 0) > 0, readsOld: reads?.old === true}
}

/** `approved {person}’s {kind}`: a verb in the past tense without a subject, since the name of the person comes before it. */
function readSays(cell: Text, context: RowContext): Sentence | null {
  const said = readSentence(cell, 'N428', context)
  if (said === null || !/[.!?]$/.test(cell.text)) return said
  const {length} = cell.text
  context.findings.push(
    finding('N428', cell, {
      message: 'This is a part of a sentence, so it has no full stop at the end.',
      hint: 'Remove the full stop: the name of the person comes before it, and more may follow.',
      fix: replacing(cell, '', length - 1, length),
    }),
  )
  return null
}

function readError(cell: Text, {errors, findings}: RowContext): string | null {
  if (cell.text === '' || isCode(cell.text, errors.declared)) return cell.text || null
  findings.push(unknownCode('N423', cell, errors))
  return null
}

function isCode(code: string, declared: ReadonlyMap<string, unknown>): boolean {
  return declared.has(code) || Object.hasOwn(ownErrors, code)
}
