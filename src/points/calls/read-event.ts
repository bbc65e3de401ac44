/** One outgoing call: a row of the table of events with its details. */
import {placedNames, readBullets, splitOnce, splitText} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import type {RawSection, Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Cells} from '../../document/table.ts'
import {type as typeText} from '../../feel/index.ts'
import {findingsOf} from '../entities/expression.ts'
import {isWritable} from '../entities/lookup.ts'
import type {Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {readScreenPath} from '../screens/paths.ts'
import {type Actions, type SingleEffect, singleEffects, type Transition} from '../states/model.ts'
import {readSentence} from '../template.ts'
import type {AnswerSet, Method, OutgoingCall, Shape} from './model.ts'
import {type EventContext, readCallAddress, readHeaders, readSecret} from './read-address.ts'
import {type CallReading, fenceOf, wrongSetting} from './sections.ts'
import {derivedAnswer, readRecordValue, readSent, valueShape} from './shapes.ts'

export type EventColumn = 'Event' | 'Method' | 'URL' | 'Sends' | 'Sets'
export const eventKeys = ['secret', 'headers', 'optional', 'says'] as const

const methods: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET']

export function readEvent(
  cells: Cells<EventColumn>,
  section: RawSection | undefined,
  context: EventContext,
): OutgoingCall | null {
  const {findings} = context
  const {Event: name, Method: written, URL: url, Sends: sends, Sets: sets} = cells
  if (name.text === '') {
    findings.push(finding('N702', name, {message: 'This event has no name.', hint: 'Write one, such as `order sent`.'}))
    return null
  }
  const method = methods.find(each => each === written.text.toUpperCase())
  if (!method)
    findings.push(
      finding('N705', written, {
        message: `Unknown method \`${written.text}\`.`,
        hint: `Use one of: ${methods.join(', ')}.`,
      }),
    )
  const entity = entityOf(name, context)
  if (!method || !entity) return null
  const bullets = section ? readBullets(section, eventKeys, findings) : {}
  const address = readCallAddress(url, entity, context)
  const body = bodyOf({name, method, sends, section, entity}, context)
  const optional = bullets.optional?.value
  if (optional && optional.text !== 'yes' && optional.text !== 'no')
    findings.push(wrongSetting(optional, 'A call is optional or not.', 'Write `yes` or `no`.'))
  return {
    name: name.text,
    method,
    address,
    entity: entity.name,
    body,
    says: bullets.says ? readSentence(bullets.says.value, 'N428', {...context, entity}) : null,
    sets: readAnswerSets(sets, entity, context),
    secret: readSecret(bullets.secret, findings),
    headers: readHeaders(bullets.headers, findings),
    optional: optional?.text === 'yes',
    source: {name, address: url},
    file: name.file,
    line: name.line,
    column: name.column,
  }
}

// The entity of its records: that of the actions that cause it.

function entityOf(name: Text, {actions, entities, findings}: EventContext): Entity | null {
  const callers = callersOf({call: name.text}, actions)
  const [only, ...others] = callers
  if (only === undefined) return null
  if (others.length > 0) {
    const message = `Actions of ${callers.join(' and ')} make this call, and it can be about one of them only.`
    findings.push(finding('N720', name, {message, hint: 'Write an event for each of them.'}))
    return null
  }
  return entities.entities.get(only) ?? null
}

/** What an action causes: `call name` or `run name`. */
export type Caused = {readonly call: string} | {readonly run: string}

/** The entities of the actions that cause it. */
export const callersOf = (caused: Caused, actions: Actions): string[] => [
  ...new Set(causesOf(caused, actions).map(({entity}) => entity)),
]

/** The actions that cause it. */
export function causesOf(caused: Caused, {actions}: Actions): {readonly entity: string; readonly action: string}[] {
  const isIt = (effect: SingleEffect) =>
    'call' in caused
      ? effect.kind === 'call' && effect.name === caused.call
      : effect.kind === 'run' && effect.name === caused.run
  const makes = (row: Transition) => singleEffects(row).some(isIt)
  return [...actions].flatMap(([entity, all]) =>
    [...all].flatMap(([action, {rows}]) => (rows.some(makes) ? [{entity, action}] : [])),
  )
}

// The body.

interface BodySource {
  readonly name: Text
  readonly method: Method
  readonly sends: Text
  readonly section: RawSection | undefined
  readonly entity: Entity
}

function bodyOf({name, method, sends, section, entity}: BodySource, context: EventContext): Shape | null {
  const {findings} = context
  const fence = section ? (fenceOf(section, 'request', findings) ?? fenceOf(section, 'answer', findings)) : null
  if (method === 'GET' || method === 'DELETE') {
    if (fence || sends.text !== '') {
      const hint = 'Leave Sends empty and put values into the address, or use POST.'
      findings.push(wrongSetting(fence ? name : sends, `${method} sends no content.`, hint))
    }
    return null
  }
  if (fence && sends.text !== '') {
    const hint = 'Leave Sends empty, or remove the block of JSON.'
    findings.push(wrongSetting(sends, 'The block of JSON says what is sent.', hint))
  }
  if (fence) return readSent(fence, entity.name, context)
  return {
    kind: 'object',
    entries: [
      ['type', {kind: 'constant', json: name.text}],
      ['timestamp', {kind: 'own', name: 'call.at'}],
      ['data', sends.text === '' ? derivedAnswer(entity, {names: [], context}) : sentFields(sends, entity, context)],
    ],
  }
}

/** `number, supplier.name`: nested by the paths. */
export function sentFields(sends: Text, entity: Entity, context: CallReading): Shape {
  const values = placedNames(sends).flatMap(named => {
    const path = readScreenPath(named, entity, context, context.findings)
    const value = path && readRecordValue({...named.place, text: path.join('.')}, entity, context)
    return path && value ? [{path, value}] : []
  })
  return nestedIn(values)
}

function nestedIn(values: readonly {readonly path: readonly string[]; readonly value: Shape}[]): Shape {
  const groups = Map.groupBy(values, ({path: [first = '']}) => first)
  return {
    kind: 'object',
    entries: [...groups].map(([key, some]) => {
      const [only] = some
      const whole = some.length === 1 && only?.path.length === 1 ? only.value : null
      const inner = some.filter(({path}) => path.length > 1).map(each => ({...each, path: each.path.slice(1)}))
      return [key, whole ?? nestedIn(inner)] as const
    }),
  }
}

// The fields set from the response.

function readAnswerSets(cell: Text, entity: Entity, context: EventContext): AnswerSet[] {
  if (cell.text === '') return []
  return splitText(cell, ';').flatMap((part): AnswerSet[] => {
    const [named, expression] = splitOnce(part, '=') ?? []
    if (!named || !expression) {
      context.findings.push(wrongSet(part, `\`${part.text}\` sets no field.`, {hint: setExample}))
      return []
    }
    const name = canonicalName(named.text)
    const field = entity.fields.get(name)
    if (entity.unread.has(name)) return []
    if (!field || !isSet(field)) {
      const known = [...entity.fields.values()].filter(isSet).map(each => each.name)
      const message = field
        ? `\`${field.name}\` cannot be set, because it is computed, a state, a file or built in.`
        : `${entity.name} has no field \`${named.text}\`.`
      const hint = `Fields of ${entity.name}: ${known.join(', ')}.`
      context.findings.push(wrongSet(named, message, field ? {hint} : suggestFor(named, known, hint)))
      return []
    }
    const [, path] = /^answer((?:\.[A-Za-z_][\w-]*|\.\d+)*)$/.exec(expression.text) ?? []
    if (path !== undefined) return [{kind: 'answer', field: field.name, path: path.split('.').slice(1)}]
    if (/^answer\b/.test(expression.text)) {
      context.findings.push(wrongSet(expression, 'A value of the answer is named by its keys.', {hint: setExample}))
      return []
    }
    const typing = typeText(expression.text, {...context.scope, entity: entity.name}, field.type.type)
    if (!typing.ok) {
      context.findings.push(...findingsOf(expression, typing.problems))
      return []
    }
    const value = valueShape({core: typing.core, type: typing.type, text: expression, field: null})
    return [{kind: 'expression', field: field.name, value}]
  })
}

/** An answer also sets what people do not fill in, such as the number of the record elsewhere. */
export function isSet(field: Field): boolean {
  return isWritable(field) && field.type.control.control !== 'file'
}

const setExample = 'Write a field and its value: `external_id = answer.id`, or `sent_at = now()`.'

function wrongSet(place: Text, message: string, said: {readonly hint: string; readonly fix?: Finding['fix']}): Finding {
  return finding('N722', place, {message, ...said})
}
