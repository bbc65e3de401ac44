/** `nonet explain`: the lines of a document that allow or reject something, as text. */
import {findByEmail} from '../accounts/accounts.ts'
import {suggestWord} from '../document/spelling.ts'
import {operator} from '../engine/base/actor.ts'
import type {Engine} from '../engine/engine.ts'
import {
  actionReasons,
  allOf,
  anyOf,
  callReason,
  callsNamed,
  grantReasons,
  type Holds,
  type JudgedReason,
  judgeReasons,
  type Reason,
  type Subject,
  screenReasons,
} from '../engine/explain.ts'
import {findAll} from '../engine/query/lookup.ts'
import {readStored} from '../engine/query/stored.ts'
import {isReference} from '../feel/value.ts'
import type {Call, OutgoingCall, OwnEffect} from '../points/calls/model.ts'
import {type Caused, causesOf} from '../points/calls/read-event.ts'
import type {Entity} from '../points/entities/model.ts'
import {canonicalName} from '../points/entities/names.ts'
import {type Act, acts, type RolesOfPerson} from '../points/roles/model.ts'
import type {Specification} from '../points/specification.ts'
import {CannotRun, type Command, exit, type Io, onePath, type Parsed, parseOptions, WrongUsage} from './command.ts'
import {entityNamed, soundDocument} from './document.ts'
import {engineToRead} from './open-engine.ts'
import {databaseFor} from './options.ts'

// The explanation as text: the answer first, then every line of the document that decides, with its place.

interface Section {
  /** The question as a sentence, without punctuation. */
  readonly title: string
  readonly holds: Holds
  readonly reasons: readonly JudgedReason[]
  /** Other permissions of the same people, if none was found. */
  readonly otherwise: readonly Reason[]
  readonly note: string | null
}

function explained(sections: readonly Section[]): string {
  return `${sections.map(sectionText).join('\n\n')}\n`
}

function sectionText({title, holds, reasons, otherwise, note}: Section): string {
  const lines = [`${title}: ${answer(holds)}`]
  if (note !== null) lines.push(note)
  for (const reason of reasons) lines.push('', ...reasonLines(reason))
  if (otherwise.length > 0) lines.push('', 'Available actions instead:')
  for (const each of otherwise) lines.push(`  ${reasonPlace(each)}  ${each.quoted}`)
  return lines.join('\n')
}

function answer(holds: Holds): string {
  if (holds === null) return 'depends.'
  return holds ? 'yes.' : 'no.'
}

const reasonPlace = ({file, line}: Reason): string => `${file}:${line}`

function reasonLines(reason: JudgedReason): string[] {
  const verdict = reason.holds === null ? 'may allow it' : reason.holds ? 'allows it' : 'does not allow it'
  const asks = reason.judged.map(({said, holds, personal}) => `    ${said}: ${asked(holds, personal)}`)
  const fields = reason.fields === null ? [] : [`    only the fields ${reason.fields.join(', ')}`]
  return [`${reasonPlace(reason)} ${verdict}`, `    ${reason.quoted}`, ...asks, ...fields]
}

function asked(holds: Holds, personal: boolean): string {
  if (holds === null) return personal ? 'depends on the record and on the person' : 'depends on the record'
  return holds ? 'yes' : 'no'
}

// From a question to its answer: which lines decide, and whether they hold for the record and the person.

interface ExplainedPerson {
  readonly roles: RolesOfPerson
  readonly person: Subject['person']
  readonly name: string
}

interface ExplainContext {
  readonly specification: Specification
  readonly engine: Engine | null
  readonly who: ExplainedPerson
}

async function explain(at: ExplainContext, {what, on}: {what: string; on: string}): Promise<Section[]> {
  const {specification, who} = at
  if (what === 'open') {
    const reasons = await judgeReasons(screenReasons(specification, who.roles, on), null)
    return [section(`${who.name} may open ${on}`, reasons, {none: `No screen of point 2 answers at ${on}.`})]
  }
  if (what === 'call') return called(at, on)
  const [name = '', ...rest] = on.split('/')
  const entity = entityNamed(specification, name)
  const record = rest.length === 0 ? null : await recordOf(at, entity, rest.join('/'))
  const act = acts.find(each => each === what)
  return act ? [await granted(at, {entity, act, record, on})] : acted(at, {entity, action: what, record, on})
}

interface ExplainedRecord {
  readonly entity: Entity
  readonly record: Subject['record']
  readonly on: string
}

async function granted(at: ExplainContext, {entity, act, record, on}: ExplainedRecord & {act: Act}): Promise<Section> {
  const {specification, who} = at
  const title = `${who.name} may ${act} ${on}`
  if (specification.roles.open) {
    const note = 'Point 6 is open: everyone who has signed in is a Member and may do everything.'
    return {title, holds: who.roles !== null, reasons: [], otherwise: [], note}
  }
  const {reasons, whole, otherwise} = grantReasons(specification, who.roles, {act, entity})
  const there = whole && record ? await wholeOf(at, record, whole) : record
  const judged = await judgeReasons(reasons, subjectOf(at, there))
  const note = whole
    ? `${entity.name} has no line of its own and is part of ${whole.entity}: to ${act} it is to ${whole.act} that.`
    : null
  return {
    ...section(title, judged, {none: 'No line of point 6 grants it, and what is not granted is refused.', note}),
    otherwise: judged.length > 0 ? [] : otherwise,
  }
}

async function acted(
  at: ExplainContext,
  {entity, action, record, on}: ExplainedRecord & {action: string},
): Promise<Section[]> {
  const {specification, who} = at
  const name = canonicalName(action)
  const reasons = actionReasons(specification, who.roles, {entity, action: name})
  if (reasons === null) {
    const known = [...acts, 'open', 'call', ...(specification.actions.actions.get(entity.name)?.keys() ?? [])]
    throw new WrongUsage(`${entity.name} has no action "${action}". ${suggestWord(action, known)}`.trim())
  }
  const judged = await judgeReasons(reasons, subjectOf(at, record))
  const rows = section(`${who.name} may ${action} ${on}`, judged, {none: 'No row of point 4 names them.'})
  const reading = await granted(at, {entity, act: 'read', record, on})
  const holds = allOf([rows.holds, reading.holds])
  return [{...rows, holds, note: 'Actions are for people who may read the record: see below.'}, reading]
}

/** The row of the call, followed by its operation: a call has the permissions of its caller. */
async function called(at: ExplainContext, on: string): Promise<Section[]> {
  const {specification, who} = at
  const calls = callsNamed(specification, on)
  const event = specification.calls.events.find(({name}) => name === on)
  if (calls.length === 0 && event) return causing(at, event)
  const effect = specification.calls.effects.find(({name}) => name === on)
  if (calls.length === 0 && effect) return running(at, effect)
  if (calls.length === 0) {
    const {calls: known, events, effects} = specification.calls
    const names = [...known, ...events, ...effects].map(({name}) => name)
    throw new WrongUsage(`No call of point 7 is called "${on}" or has this path. ${suggestWord(on, names)}`.trim())
  }
  const sections: Section[] = []
  for (const call of calls) {
    const judged = await judgeReasons([callReason(specification, who.roles, call)], null)
    const row = section(`${who.name} may call ${call.name} (${call.method} ${call.route.path})`, judged, {none: ''})
    const inside = await insideCall(at, call)
    const reads = call.operation.kind === 'list' || call.operation.kind === 'one'
    const note =
      inside.length === 0
        ? null
        : reads
          ? 'It answers with what they may read: see below.'
          : 'See below for what it does.'
    const needed = reads ? [] : inside.map(({holds}) => holds)
    sections.push({...row, holds: allOf([row.holds, ...needed]), note}, ...inside)
  }
  return sections
}

/** An outgoing call: it is made when an action causes it. */
function causing(at: ExplainContext, {name, file, line}: OutgoingCall): Promise<Section[]> {
  const note = `${file}:${line}: the application makes it after one of the actions below, to no other hosts than ${hostsOf(at)}. What it sends does not depend on who acts.`
  return caused(at, {call: name}, {title: `the call ${name}`, note})
}

/** An effect of own code, the same. */
function running(at: ExplainContext, {name, as, file, line}: OwnEffect): Promise<Section[]> {
  const does =
    as === null
      ? 'It reads and changes no other records.'
      : `It reads and changes records with the permissions of ${as}.`
  const note = `${file}:${line}: the application runs it after one of the actions below, with requests to no other hosts than ${hostsOf(at) || 'none'}. ${does}`
  return caused(at, {run: name}, {title: `the effect ${name}`, note})
}

const hostsOf = ({specification}: ExplainContext): string => specification.calls.settings.hosts.join(', ')

async function caused(
  at: ExplainContext,
  what: Caused,
  {title, note}: {readonly title: string; readonly note: string},
): Promise<Section[]> {
  const {specification, who} = at
  const causes: Section[][] = []
  for (const {entity, action} of causesOf(what, specification.actions))
    causes.push(await acted(at, {entity: entityNamed(specification, entity), action, record: null, on: entity}))
  const holds = anyOf(causes.flatMap(([first]) => (first ? [first.holds] : [])))
  return [{title: `${who.name} may cause ${title}`, holds, reasons: [], otherwise: [], note}, ...causes.flat()]
}

/** Signing in and out is open to everyone who may make the call. */
async function insideCall(at: ExplainContext, {operation, own}: Call): Promise<Section[]> {
  if (operation.kind === 'sign in' || operation.kind === 'sign up' || operation.kind === 'sign out') return []
  const entity = entityNamed(at.specification, operation.entity)
  const about = {
    entity,
    record: own ? at.who.person && {entity: entity.name, id: at.who.person.id} : null,
    on: entity.name,
  }
  if ('action' in operation && operation.action !== 'delete') return acted(at, {...about, action: operation.action})
  const act =
    operation.kind === 'create' || operation.kind === 'update'
      ? operation.kind
      : 'action' in operation || operation.kind === 'delete'
        ? 'delete'
        : 'read'
  return [await granted(at, {...about, act})]
}

function subjectOf({engine, who}: ExplainContext, record: Subject['record']): Subject | null {
  return engine && {engine, person: who.person, record}
}

function section(
  title: string,
  reasons: readonly JudgedReason[],
  {none, note = null}: {none: string; note?: string | null},
): Section {
  const holds: Holds = anyOf(reasons.map(reason => reason.holds))
  return {
    title,
    holds,
    reasons,
    otherwise: [],
    note: reasons.length === 0 ? [note, none].filter(Boolean).join(' ') : note,
  }
}

async function recordOf({engine}: ExplainContext, {name}: Entity, text: string): Promise<{entity: string; id: string}> {
  const found = await engine?.read(operator, async reader =>
    (await findAll(reader, reader.visibility, [{entity: name, text}]))(name, text),
  )
  if (!found) throw new CannotRun(`There is no ${name} ${text}.`)
  return found
}

async function wholeOf(
  {engine}: ExplainContext,
  record: {readonly entity: string; readonly id: string},
  {field}: {readonly field: string},
): Promise<Subject['record']> {
  const values = await engine?.read(operator, reader => {
    const entity = reader.visibility.entity(record.entity)
    return entity
      ? readStored(reader, entity, record.id, reader.visibility.records(record.entity))
      : Promise.resolve(null)
  })
  const value = values?.get(field) ?? null
  return value !== null && isReference(value) ? value : null
}

// The command.

const help = `nonet explain PATH --as ROLE --do ACTION --on ENTITY[/ID]

Shows which lines of a document allow an action, or that no line does. ACTION is create, read, update, delete or
export, an action of point 4, open, for the address of a screen (--do open --on /requests), or call, for the name or
the path of a call of point 7 (--do call --on "POST /api/requests"), or the event of a call that the application makes.

  --as ROLE        a role of the document; several times for several. \`everyone\`: a visitor who has not signed in
  --on ENTITY/ID   one record, by its id or by what is unique about it: conditions are evaluated for this record
  --person EMAIL   who \`me\` is in conditions; without --as, with their own roles
  --db ADDRESS     where records are kept, for --person and for one record (also NONET_DB)

Exit code 0: explained. 1: it could not be explained. 2: wrong usage.
`

const options = {
  as: {type: 'string', multiple: true},
  do: {type: 'string'},
  on: {type: 'string'},
  person: {type: 'string'},
  db: {type: 'string'},
} as const

async function runExplain(args: readonly string[], io: Io): Promise<number> {
  const asked = parseOptions(args, options, io.env)
  const path = onePath(asked.paths, 'explain')
  questionIn(asked)
  return explainIn((await soundDocument(path, io)).specification, args, io)
}

function questionIn(asked: Parsed): {readonly what: string; readonly on: string} {
  const [what, on] = [asked.text('do'), asked.text('on')]
  if (what === undefined || on === undefined)
    throw new WrongUsage('Name the action and the entity: --do ACTION --on ENTITY')
  return {what, on}
}

/** The command for a checked document. */
export async function explainIn(specification: Specification, args: readonly string[], io: Io): Promise<number> {
  const asked = parseOptions(args, options, io.env)
  const question = questionIn(asked)
  const named = namedRoles(specification, asked.texts('as'))
  const engine = await engineFor(specification, asked, io)
  try {
    const who = await whoIs(engine, asked.text('person'), named)
    io.out(explained(await explain({specification, engine, who}, question)))
    return exit.done
  } finally {
    await engine?.store.close()
  }
}

/** Only for questions that need records. */
async function engineFor(specification: Specification, asked: Parsed, io: Io): Promise<Engine | null> {
  const what = asked.text('do')
  const one = what !== 'open' && what !== 'call' && asked.text('on')?.includes('/')
  if (!one && asked.text('person') === undefined) return null
  return engineToRead(specification, databaseFor(asked.paths[0] ?? '', asked), io)
}

function namedRoles({roles}: Specification, names: readonly string[]): RolesOfPerson | undefined {
  if (names.length === 0) return undefined
  if (names.length === 1 && names[0] === 'everyone') return null
  for (const name of names)
    if (name !== 'signed in' && !roles.roles.has(name))
      throw new WrongUsage(`There is no role ${name} in point 6. ${suggestWord(name, [...roles.roles.keys()])}`.trim())
  return names.filter(name => name !== 'signed in')
}

async function whoIs(
  engine: Engine | null,
  email: string | undefined,
  named: RolesOfPerson | undefined,
): Promise<ExplainedPerson> {
  if (email === undefined || !engine) {
    if (named === undefined) throw new WrongUsage('Name the person or the role: --as ROLE, or --person EMAIL')
    return {
      roles: named,
      person: null,
      name: named === null ? 'A visitor who has not signed in' : named.join(' and ') || 'A signed-in person',
    }
  }
  const found = await findByEmail(engine, email.trim().toLowerCase())
  if (!found) throw new CannotRun(`No person has the email ${email}.`)
  const roles = named ?? found.roles
  const {id, name} = found
  return {roles, person: {kind: 'person', id, name, roles: roles ?? []}, name: `${name} (${(roles ?? []).join(', ')})`}
}

export const explainCommand: Command = {help, run: runExplain}
