/** The bullets of an inbox: figures, the strip of the same period, checks, and earlier records. A form has most of them, and its choices. */

import {namesIn, type PlacedName} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {type Bullet, sliceOf, type Text} from '../../document/raw.ts'
import type {Entity} from '../../points/entities/model.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {pathsIn} from '../../points/entities/run.ts'
import {
  type Bullets,
  type DetailContext,
  type DetailKey,
  inboxKeys,
  noInbox,
  readPath,
  readWhere,
} from '../../points/screens/details.ts'
import type {
  CardChoices,
  FieldCondition,
  FieldPath,
  InboxDetails,
  InboxFigure,
  InboxStrip,
  InsteadSort,
  Shows,
} from '../../points/screens/model.ts'
import {fieldAt, kindAt, pathOf, spreadFindings} from '../../points/screens/spread.ts'
import {isFieldPath, readParts, type Sentence} from '../../points/template.ts'

interface OnInbox {
  readonly shows: Shows
  readonly entity: Entity
  readonly context: DetailContext
}

/** Bullets of an inbox that a form does not have, because its record does not exist yet. */
const ownKeys: readonly DetailKey[] = ['earlier', 'decided']
/** Bullets of a form that an inbox does not have, because it has no fields to fill in. */
const formKeys: readonly DetailKey[] = ['dates', 'instead', 'instead sort']

export function readInbox(bullets: Bullets, at: OnInbox, findings: Finding[]): InboxDetails {
  const {kind} = at.shows
  if (kind !== 'inbox' && kind !== 'form') {
    findings.push(...inboxKeys.flatMap(key => (bullets[key] ? [elsewhere(bullets[key])] : [])))
    return noInbox
  }
  const {figures, strip, checks} = bullets
  const {earlier, decided} = kind === 'inbox' ? bullets : {}
  const misplaced = kind === 'form' ? ownKeys : formKeys
  findings.push(...misplaced.flatMap(key => (bullets[key] ? [elsewhere(bullets[key])] : [])))
  return {
    figures: figures ? namesIn(figures.value).flatMap(each => readFigure(each, at, findings)) : [],
    strip: readStrip(strip, bullets['strip where'], at, findings),
    checks: checks ? readChecks(checks.value) : null,
    earlier: earlier ? readEarlier(earlier.value, at, findings) : null,
    decided: readWhere(decided?.value ?? null, at.entity, at.context, findings),
    dates: kind === 'form' ? readDates(bullets.dates, at, findings) : null,
    instead: kind === 'form' && bullets.instead ? readInstead(bullets.instead.value, at, findings) : [],
    insteadSort: kind === 'form' ? readInsteadSort(bullets, at, findings) : [],
  }
}

function elsewhere({key}: Bullet): Finding {
  const isOneOf = (keys: readonly DetailKey[]) => keys.some(each => each === key.text)
  const places = isOneOf(ownKeys) ? 'an inbox' : isOneOf(formKeys) ? 'a form for a new record' : 'an inbox or a form'
  const message = `\`${key.text}\` can only be used with ${places}.`
  return finding('N228', key, {message, hint: 'Remove it, or show `inbox of Request`.'})
}

const figure = /^(.+?)(?:\s*(?:->|→)\s*(.+?))?(?:\s+of\s+(.+?))?(?:\s+on\s+(.+?)(?:\s+today\s+(.+))?)?$/

/** `days_left -> left_after of entitled on first_day today days_today`: the day and the value today may be left out. */
function readFigure({name, place}: PlacedName, {entity, context}: OnInbox, findings: Finding[]): InboxFigure[] {
  const [, first = '', second, third, day, now] = figure.exec(name) ?? []
  const read = (written: string | undefined) =>
    written === undefined ? null : pathIn(written, place, {entity, context}, findings)
  const [value, after, of, today] = [read(first), read(second), read(third), read(now)]
  const on = read(day)
  const named = [value, after, of, today].filter(path => path !== null)
  // An unknown field already has its finding.
  if (value === null || named.length < [first, second, third, now].filter(Boolean).length) return []
  if (day !== undefined && on === null) return []
  if (on !== null && kindAt(context.entities, entity.name, on) !== 'date') {
    const message = `\`${on.join('.')}\` is not a date.`
    const hint = 'Write it like this: `figures: days_left -> left_after of entitled on first_day today days_today`.'
    findings.push(finding('N226', place, {message, hint}))
    return []
  }
  const isAlone = named.length === 1
  const other = named.find(
    path => !isNumber(path, {entity, context}) && !(isAlone && isRecord(path, {entity, context})),
  )
  if (!other) return [{value, after, of, on, today}]
  const message = `\`${other.join('.')}\` is not a number.`
  findings.push(
    finding('N226', place, {message, hint: 'Write it like this: `figures: days_left -> left_after of entitled`.'}),
  )
  return []
}

function pathIn(
  written: string,
  text: Text,
  {entity, context}: Pick<OnInbox, 'entity' | 'context'>,
  findings: Finding[],
): FieldPath | null {
  const at = Math.max(0, text.text.indexOf(written))
  return readPath({name: written.trim(), place: sliceOf(text, at, at + written.length)}, entity, context, findings)
}

const field = '[a-z][\\w ]*?(?:\\.[a-z][\\w ]*?)*'
const strip = new RegExp(
  `^(?:by )?(${field})(?:\\.\\.(${field}))? per (${field})(?:\\s*,\\s*same (${field}))?(?:\\s*,\\s*up to (${field}))?(?:\\s*,\\s*open (${field})\\.\\.(${field}))?$`,
)

/** `first_day..last_day per person, same person.team, up to person.team.most_away`, or `starts..ends per room, open opens..closes`. */
function readStrip(
  bullet: Bullet | undefined,
  where: Bullet | undefined,
  at: OnInbox,
  findings: Finding[],
): InboxStrip | null {
  const {entity, context} = at
  if (!bullet) {
    if (where) findings.push(invalidStrip(where.key, '`strip where` needs a `strip`.'))
    return null
  }
  const {value} = bullet
  const found = strip.exec(value.text.replace(/\s+/g, ' '))
  if (!found) {
    findings.push(
      invalidStrip(value, `\`${value.text}\` does not say which dates the strip shows, and what has a row.`),
    )
    return null
  }
  const [, from = '', to, per = '', same, limit, opens, closes] = found
  const paths = [from, ...(to === undefined ? [] : [to]), per].map(written => pathIn(written, value, at, findings))
  if (paths.includes(null)) return null
  const spread = {from, to: to ?? null, per}
  const misfits = spreadFindings({kind: 'timeline', entity: entity.name, ...spread}, value, entity, context.entities)
  findings.push(...misfits)
  if (misfits.length > 0) return null
  const isTimed = kindAt(context.entities, entity.name, pathOf(from)) === 'date and time'
  if (at.shows.kind === 'form' && isTimed && (same ?? limit) !== undefined) {
    const message =
      'A form shows one day of the chosen row where the strip is of times, so nothing shares it or limits it.'
    findings.push(
      finding('N227', value, {
        message,
        hint: `Write \`strip: ${from}${to === undefined ? '' : `..${to}`} per ${per}\`.`,
      }),
    )
    return null
  }
  if (opens !== undefined && !(at.shows.kind === 'form' && isTimed)) {
    findings.push(
      invalidStrip(
        value,
        '`open` needs a form and a strip of times: it says when the day of the chosen row begins and ends.',
      ),
    )
    return null
  }
  return {
    ...spread,
    open: opens === undefined || closes === undefined ? null : openPaths([opens, closes], value, at, findings),
    same: same === undefined ? null : sharedPath(same, value, at, findings),
    limit: limit === undefined ? null : limitPath(limit, value, at, findings),
    where: readWhere(where?.value ?? null, entity, context, findings),
  }
}

/** Records and choices can be shared; a text or a number does not group rows. */
function sharedPath(written: string, value: Text, at: OnInbox, findings: Finding[]): FieldPath | null {
  const path = pathIn(written, value, at, findings)
  const kind = path && kindAt(at.context.entities, at.entity.name, path)
  if (path === null || kind === 'reference' || kind === 'choice') return path
  findings.push(invalidStrip(value, `\`${written}\` is neither a reference nor a choice, so rows cannot share it.`))
  return null
}

function openPaths(
  [opens, closes]: readonly [string, string],
  value: Text,
  at: OnInbox,
  findings: Finding[],
): InboxStrip['open'] {
  const [from, to] = [opens, closes].map(written => {
    const path = pathIn(written, value, at, findings)
    if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'time') return path
    findings.push(invalidStrip(value, `\`${written}\` is not a time, so a day cannot begin or end with it.`))
    return null
  })
  return from && to ? {from, to} : null
}

function limitPath(written: string, value: Text, at: OnInbox, findings: Finding[]): FieldPath | null {
  const path = pathIn(written, value, at, findings)
  if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'number') return path
  findings.push(invalidStrip(value, `\`${written}\` is not a number, so it is no limit.`))
  return null
}

function invalidStrip(place: Text, message: string): Finding {
  const hint =
    'Write it like this: `strip: first_day..last_day per person, same person.team, up to person.team.most_away`.'
  return finding('N227', place, {message, hint})
}

/** `yes`, or the names of actions; whether they exist is checked with those of `actions`. */
function readChecks(value: Text): InboxDetails['checks'] {
  if (value.text === 'no') return null
  return value.text === 'yes' ? 'all' : namesIn(value).map(({name}) => canonicalName(name))
}

/** `person`, or `same person`. */
function readEarlier(value: Text, at: OnInbox, findings: Finding[]): FieldPath | null {
  const written = value.text.replace(/^same /, '')
  const path = pathIn(written, value, at, findings)
  if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'reference') return path
  const message = `\`${written}\` does not lead to a record, so there is nothing that earlier records share.`
  findings.push(finding('N228', value, {message, hint: 'Name a reference: `earlier: person`.'}))
  return null
}

// The dates of a form, and the fields to change if a rule is broken.

const dates = /^([a-z][\w ]*?)(?:\s+except\s+([a-z][\w ]*?)(?:\s+as\s+([a-z][\w ]*))?)?$/

/** `planned except taken as what_happens`: two computed lists of dates, or of dates with times, and a text about the second. */
function readDates(bullet: Bullet | undefined, {entity}: OnInbox, findings: Finding[]): InboxDetails['dates'] {
  if (!bullet) return null
  const {value} = bullet
  const [, all, taken, says] = dates.exec(value.text) ?? []
  const named = [all, ...(taken === undefined ? [] : [taken])].map(name => canonicalName(name ?? ''))
  const wrong = named.find(name => !isListOfDates(entity, name))
  const [first = '', second = null] = named
  const text = says === undefined ? null : canonicalName(says)
  const isText = text === null || ['text', 'choice'].includes(entity.fields.get(text)?.type.type.kind ?? '')
  if (wrong === undefined && isText) return {all: first, taken: second, says: text}
  if (wrong === undefined) {
    const hint = 'Name a text of the record: `dates: planned except taken as what_happens`.'
    findings.push(finding('N242', value, {message: `\`${text}\` is not a text of ${entity.name}.`, hint}))
    return null
  }
  const message = `\`${wrong === '' ? value.text : wrong}\` is not a computed list of dates of ${entity.name}.`
  const hint = 'Write it like this: `dates: planned except taken`, where both are computed lists.'
  findings.push(finding('N242', value, {message, hint}))
  return null
}

function isListOfDates({fields}: Entity, name: string): boolean {
  const core = fields.get(name)?.computed?.core
  // A formula without a type already has its finding.
  if (!core) return fields.get(name)?.computed !== null && fields.has(name)
  const {type} = core
  return type.kind === 'list' && (type.of.kind === 'date' || type.of.kind === 'date and time')
}

/** `room, skip_taken`: fields with few enough values to try them all. */
function readInstead(value: Text, {entity}: OnInbox, findings: Finding[]): string[] {
  return namesIn(value).flatMap(({name, place}) => {
    const field = entity.fields.get(canonicalName(name))
    const kind = field?.computed === null ? field.type.type.kind : null
    if (field && (kind === 'reference' || kind === 'choice' || kind === 'boolean')) return [field.name]
    const message = `\`${name}\` is not a reference, a choice or a yes/no field of ${entity.name}.`
    const hint = 'Name fields whose other values may fulfil a rule: `instead: room, skip_taken`.'
    findings.push(finding('N242', place, {message, hint}))
    return []
  })
}

/** `same room.building, room.needs_approval, nearest room.seats`. */
function readInsteadSort(bullets: Bullets, {entity, context}: OnInbox, findings: Finding[]): InsteadSort[] {
  const bullet = bullets['instead sort']
  if (!bullet) return []
  if (!bullets.instead) {
    const message = '`instead sort` needs `instead`.'
    findings.push(finding('N242', bullet.key, {message, hint: 'Write `- instead: room` above it.'}))
    return []
  }
  return namesIn(bullet.value).flatMap(({name, place}): InsteadSort[] => {
    const [, sign = '', named = ''] = /^(same\s+|nearest\s+|-\s*)?(.*)$/.exec(name) ?? []
    const path = readPath({name: named, place}, entity, context, findings)
    const word = (['same', 'nearest'] as const).find(each => sign.trim() === each)
    const order = word ?? (sign === '' ? 'ascending' : 'descending')
    if (path && order === 'nearest' && !isNumber(path, {entity, context})) {
      findings.push(notNearest({name: named.trim(), place}, path, {entity, context}))
      return []
    }
    return path ? [{path, order}] : []
  })
}

/** A formula without a type already has its finding. */
const isNumber = (path: FieldPath, {entity, context}: Pick<OnInbox, 'entity' | 'context'>): boolean =>
  ['number', 'null', null].includes(kindAt(context.entities, entity.name, path))

const isRecord = (path: FieldPath, {entity, context}: Pick<OnInbox, 'entity' | 'context'>): boolean =>
  fieldAt(context.entities, entity.name, path)?.type.type.kind === 'reference'

/** Suggests the numbers of the same record, and `same` for the field itself. */
function notNearest(
  {name, place}: PlacedName,
  path: FieldPath,
  {entity, context}: Pick<OnInbox, 'entity' | 'context'>,
): Finding {
  const before = path.slice(0, -1)
  const led = fieldAt(context.entities, entity.name, before)?.type.type
  const owner = led?.kind === 'reference' ? context.entities.entities.get(led.entity) : entity
  const numbers = [...(owner?.fields.values() ?? [])]
    .filter(field => field.type.type.kind === 'number' && field.type.name !== 'serial')
    .map(field => `\`nearest ${[...before, field.name].join('.')}\``)
  const hint = [...numbers.slice(0, 3), `\`same ${name}\``].join(' or ')
  const message = `\`${name}\` is not a number, so no value is nearest to it.`
  return finding('N242', place, {message, hint: `Write ${hint}.`})
}

// The choices of a form.

const choices = /^([a-z][\w ]*?)(\s+as\s+list)?(?:\s+with\s+(.+))?$/
const quoted = /["“]([^"“”]*)["”]/g
/** Texts in quotation marks may contain semicolons. */
const eachChoice = /(?:["“][^"“”]*["”]|[^;])+/g

/** `kind with "{days_left} left", "Notice: {notice}"`, or `room as list with "{free}"`; semicolons separate several. */
export function readChoices(bullet: Bullet | undefined, at: OnInbox, findings: Finding[]): readonly CardChoices[] {
  if (!bullet) return []
  const {key, value} = bullet
  const invalid = (message: string, place: Text): [] => {
    const hint = 'Write it like this: `choices: kind with "{days_left} days left"`.'
    findings.push(finding('N237', place, {message, hint}))
    return []
  }
  if (at.shows.kind !== 'form') return invalid('`choices` can only be used with a form.', key)
  return [...value.text.matchAll(eachChoice)].flatMap(({0: written, index}) =>
    readChoice(sliceOf(value, index, index + written.length), at, {findings, invalid}),
  )
}

interface ChoiceFindings {
  readonly findings: Finding[]
  readonly invalid: (message: string, place: Text) => []
}

function readChoice(value: Text, at: OnInbox, {findings, invalid: report}: ChoiceFindings): readonly CardChoices[] {
  const invalid = (message: string) => report(message, value)
  const [, named, list, written = ''] = choices.exec(value.text) ?? []
  if (named === undefined) return invalid(`\`${value.text}\` does not name a field.`)
  const path = pathIn(named, value, at, findings)
  if (path === null) return []
  const kind = kindAt(at.context.entities, at.entity.name, path)
  if (kind !== 'reference' && kind !== 'choice')
    return invalid(`\`${named}\` is neither a reference nor a choice, so it has no options.`)
  if (list === undefined && at.entity.fields.get(path[0] ?? '')?.required === false)
    return invalid(`\`${named}\` is optional, and cards always have one chosen.`)
  if (written.replaceAll(quoted, '').replaceAll(/[\s,]/g, '') !== '')
    return invalid('Texts about the options are in quotation marks, with commas between them.')
  const texts: Sentence[] = []
  for (const [, text = ''] of written.matchAll(quoted)) {
    const parts = readParts(text, () => false)
    const fields = pathsIn(parts ?? [])
    const unknown = fields.find(each => !isFieldPath(each, at.entity, at.context.entities))
    if (parts === null || fields.length === 0) return invalid(`"${text}" names no field in braces.`)
    if (unknown) return invalid(`\`${unknown.join('.')}\` is not a field of ${at.entity.name}.`)
    texts.push({text, parts})
  }
  if (list !== undefined && texts.length === 0) return invalid('A list needs a text about its options.')
  return [{field: path[0] ?? '', texts, as: list === undefined ? 'cards' : 'list'}]
}

// Fields that a form has only under a condition.

const applies = /^([a-z][\w ]*?)\s+if\s+(.+)$/

/** `hours if kind.unit = "hours"`; semicolons separate several. */
export function readApplies(
  bullet: Bullet | undefined,
  {shows, entity, context}: OnInbox,
  findings: Finding[],
): readonly FieldCondition[] {
  if (!bullet) return []
  const {key, value} = bullet
  const invalid = (message: string, place: Text): [] => {
    const hint = 'Write it like this: `applies: hours if kind.unit = "hours"`.'
    findings.push(finding('N244', place, {message, hint}))
    return []
  }
  if (shows.kind !== 'form') return invalid('`applies` can only be used with a form.', key)
  let at = 0
  return value.text.split(';').flatMap((written): readonly FieldCondition[] => {
    const place = sliceOf(value, at, at + written.length)
    at += written.length + 1
    const [, named = '', condition = ''] = applies.exec(written.trim()) ?? []
    const field = entity.fields.get(canonicalName(named))
    if (!field || field.computed) return invalid(`\`${written.trim()}\` names no field that people fill in.`, place)
    if (field.required) return invalid(`\`${named}\` is required, so a form without it could not be sent.`, place)
    const from = place.text.lastIndexOf(condition)
    const read = readWhere(sliceOf(place, from, from + condition.length), entity, context, findings)
    return read ? [{field: field.name, condition: read}] : []
  })
}
