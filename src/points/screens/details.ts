/** The bullets under a screen's heading, read against the entity that the screen shows. */

import {namesIn, type PlacedName} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {type Bullet, type Fence, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType, type Kind, type Type} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {fieldOf, isUnshownList, readableField, unknownEntity} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import type {
  Details,
  FeedFormat,
  FieldPath,
  FreeTime,
  InboxDetails,
  PublicHolidays,
  Related,
  ScreenSort,
  Shows,
  StarterRows,
  TimeDetails,
} from './model.ts'
import {hasColours, kindAt} from './spread.ts'

/** Bullets of inboxes and of forms beside which a record is decided. */
export const inboxKeys = [
  'figures',
  'strip',
  'strip where',
  'checks',
  'earlier',
  'decided',
  'dates',
  'instead',
  'instead sort',
] as const

export const detailKeys = [
  'where',
  'columns',
  'sort',
  'filters',
  'search',
  'group by',
  'fields',
  'with',
  'with where',
  'with sort',
  'with columns',
  'display',
  'decision',
  'expects',
  'actions',
  'empty',
  'first run',
  'thanks',
  'hidden as',
  'colour by',
  'requested',
  'half days',
  'rows',
  'days off',
  'closed days',
  'open',
  ...inboxKeys,
  'feed',
  'choices',
  'applies',
  'free',
  'free where',
  'free if',
  'public holidays',
  'starter',
  'menu',
  'menu count',
  'icon',
] as const
export type DetailKey = (typeof detailKeys)[number]

export interface DetailContext {
  readonly entities: Entities
  readonly scope: Scope
}

/** For calendars, timelines and boards, whose bullets depend on what they show. */
export interface TimeContext extends DetailContext {
  /** Whether such a screen draws records in colours. */
  readonly coloured?: boolean
  readonly shows: Shows
}

export const noInbox: InboxDetails = {
  figures: [],
  strip: null,
  checks: null,
  earlier: null,
  decided: null,
  dates: null,
  instead: [],
  insteadSort: [],
}

export const noDetails: Details = {
  where: null,
  columns: [],
  sort: [],
  filters: [],
  search: [],
  groupBy: null,
  fields: [],
  related: [],
  relatedWhere: null,
  relatedSort: [],
  relatedColumns: [],
  display: null,
  decision: null,
  expects: [],
  actions: [],
  empty: null,
  firstRun: null,
  thanks: null,
  hiddenAs: null,
  colourBy: null,
  requested: null,
  halfDays: null,
  rows: null,
  daysOff: null,
  closedDays: null,
  open: null,
  ...noInbox,
  feeds: null,
  mailed: false,
  choices: [],
  applies: [],
  free: null,
  publicHolidays: null,
  starter: null,
}

export type Bullets = Partial<Record<DetailKey, Bullet>>

export function readDetails(bullets: Bullets, entity: Entity, context: DetailContext, findings: Finding[]): Details {
  const paths = (key: DetailKey): FieldPath[] =>
    listed(bullets[key]).flatMap(name => {
      const path = readPath(name, entity, context, findings)
      return path ? [path] : []
    })
  const fields = paths('fields')
  checkBraces(bullets, {entity, fields, context, findings})
  const related = listed(bullets.with).flatMap(name => readRelated(name, entity, context, findings))
  return {
    ...noDetails,
    where: readWhere(bullets.where?.value ?? null, entity, context, findings),
    columns: paths('columns'),
    sort: listed(bullets.sort).flatMap(name => readSorting(name, entity, context, findings)),
    filters: paths('filters'),
    search: paths('search'),
    groupBy: paths('group by')[0] ?? null,
    fields,
    related,
    relatedWhere: readRelatedWhere(bullets['with where'], related, context, findings),
    relatedSort: readRelatedSort(bullets['with sort'], related, context, findings),
    relatedColumns: readRelatedColumns(bullets['with columns'], related, context, findings),
    expects: paths('expects'),
    actions: listed(bullets.actions).map(({name}) => canonicalName(name)),
    empty: bullets.empty?.value.text ?? null,
    firstRun: bullets['first run']?.value.text ?? null,
    thanks: bullets.thanks?.value.text ?? null,
    hiddenAs: bullets['hidden as']?.value.text ?? null,
    free: readFree(bullets, entity, context, findings),
    publicHolidays: readPublicHolidays(bullets, entity, findings),
  }
}

/** `day, name per place`: the date, text and reference that a country's public holidays are written to. */
function readPublicHolidays(bullets: Bullets, entity: Entity, findings: Finding[]): PublicHolidays | null {
  const told = bullets['public holidays']?.value
  if (!told) return null
  const [, first = '', second = '', third] =
    /^([a-z][\w ]*?), ([a-z][\w ]*?)(?: per ([a-z][\w ]*))?$/.exec(told.text) ?? []
  const per = third === undefined ? null : canonicalName(third)
  const [day, name] = [canonicalName(first), canonicalName(second)]
  const kindOf = (field: string): Kind | null => fieldOf(entity, field)?.type.type.kind ?? null
  if (kindOf(day) === 'date' && kindOf(name) === 'text' && (per === null || kindOf(per) === 'reference'))
    return {day, name, per}
  const message = `\`${told.text}\` does not name a date, a text and, after \`per\`, a reference of ${entity.name}.`
  findings.push(finding('N241', told, {message, hint: 'Write it like this: `- public holidays: day, name per place`.'}))
  return null
}

/** `starter: Add the usual leave types`, followed by the records as CSV, with field names in the first line. */
export function readStarter(
  bullet: Bullet | undefined,
  entity: Entity,
  {fence, list}: {readonly fence: Fence | undefined; readonly list: boolean},
  findings: Finding[],
): StarterRows | null {
  if (!bullet) return null
  const lines = (fence?.content ?? '').split('\n').filter(line => line.trim() !== '')
  const [head = [], ...rows] = lines.map(line => line.split(',').map(cell => cell.trim()))
  const fields = head.map(canonicalName)
  const isFilledIn = (name: string) => {
    const field = entity.fields.get(name)
    return field !== undefined && field.computed === null && !field.setByEngine
  }
  const wrong = fields.find(name => !isFilledIn(name))
  const message = !list
    ? '`starter` can only be used with a list.'
    : rows.length === 0
      ? 'There are no records to begin with.'
      : wrong !== undefined
        ? `\`${wrong}\` is not a field of ${entity.name} that people fill in.`
        : rows.some(row => row.length !== fields.length)
          ? 'Every record has as many cells as the first line.'
          : null
  if (message === null) {
    const texts = new Set(fields.filter(name => entity.fields.get(name)?.type.name === 'text'))
    return {label: bullet.value.text, fields, rows, texts}
  }
  const hint = 'Write the records below the bullets in a block ```csv, the first line with the names of fields.'
  findings.push(finding('N245', bullet.key, {message, hint}))
  return null
}

/** `Booking by starts..ends per room`: the records that make the list's records unavailable. */
function readFree(bullets: Bullets, entity: Entity, context: DetailContext, findings: Finding[]): FreeTime | null {
  const told = bullets.free?.value
  const where = bullets['free where']?.value ?? null
  const available = bullets['free if']?.value ?? null
  if (!told) {
    const hint = 'Write `- free: Booking by starts..ends per room` above it.'
    if (where) findings.push(finding('N240', where, {message: '`free where` needs `free`.', hint}))
    if (available) findings.push(finding('N240', available, {message: '`free if` needs `free`.', hint}))
    return null
  }
  const [, named = '', first = '', last = '', by = ''] =
    /^(\w+) by ([a-z][\w ]*?)\.\.([a-z][\w ]*?) per ([a-z][\w ]*)$/.exec(told.text) ?? []
  const other = context.entities.entities.get(named)
  const [from, to, per] = [canonicalName(first), canonicalName(last), canonicalName(by)]
  const typeOf = (name: string): Type | null => (other ? (fieldOf(other, name)?.type.type ?? null) : null)
  const begins = typeOf(from)
  const led = other ? fieldOf(other, per)?.type.type : undefined
  if (
    other &&
    (begins?.kind === 'date' || begins?.kind === 'date and time') &&
    typeOf(to)?.kind === begins.kind &&
    led?.kind === 'reference' &&
    led.entity === entity.name
  ) {
    // In `free if`, the two names are the ends of the period that is looked for.
    const inputs = new Map([from, to].map(name => [name, begins]))
    const searched = {...context, scope: {...context.scope, inputs}}
    return {
      entity: named,
      from,
      to,
      per,
      where: readWhere(where, other, context, findings),
      available: readWhere(available, entity, searched, findings),
    }
  }
  if (other && [from, to, per].some(name => other.unread.has(name))) return null
  if (!other && named !== '') {
    findings.push(unknownEntity('N211', sliceOf(told, 0, named.length), context.entities))
    return null
  }
  const hint = 'Write it like this: `- free: Booking by starts..ends per room`.'
  const message = `\`${told.text}\` is not an entity with two dates and a field that leads to ${entity.name}.`
  findings.push(finding('N240', told, {message, hint}))
  return null
}

const listed = (bullet: Bullet | undefined): PlacedName[] => (bullet ? namesIn(bullet.value) : [])

export function readWhere(
  text: Text | null,
  {name}: Entity,
  {scope}: DetailContext,
  findings: Finding[],
): Details['where'] {
  if (text === null) return null
  const typed = type(text.text, {...scope, entity: name})
  if (typed.ok && typed.type.kind === 'boolean') return {core: typed.core, text}
  if (typed.ok)
    findings.push(
      finding('N213', text, {
        message: `Expected a condition, found \`${describeType(typed.type)}\`.`,
        hint: 'Compare it with something: `status = "open"`.',
      }),
    )
  else findings.push(...findingsOf(text, typed.problems))
  return null
}

/** `assignee.team`: fields of the record, through references. */
export function readPath(
  {name, place}: PlacedName,
  entity: Entity,
  {entities}: DetailContext,
  findings: Finding[],
): FieldPath | null {
  const path = name.split('.').map(canonicalName)
  let at: Entity | null = entity
  let offset = Math.max(0, place.text.indexOf(name))
  for (const [index, part] of path.entries()) {
    const field: Field | null = at && readableField(at, part)
    const written = name.split('.')[index] ?? ''
    if (!field || !at) {
      const named = sliceOf(place, offset, offset + written.length)
      findings.push(unknownField(part, {named, place, entity: at, before: path.slice(0, index).join('.')}))
      return null
    }
    if (isUnshownList(field)) {
      const message = `\`${part}\` is a list, which pages do not show.`
      findings.push(
        finding('N212', place, {message, hint: 'Make one value of it: `= string join(…, ", ")`, `= count(…)`.'}),
      )
      return null
    }
    offset += written.length + 1
    const led: Type = field.type.type
    at = led.kind === 'reference' ? (entities.entities.get(led.entity) ?? null) : null
  }
  return path
}

interface UnknownField {
  readonly named: Text
  readonly place: Text
  readonly entity: Entity | null
  readonly before: string
}

function unknownField(name: string, {named, place, entity, before: path}: UnknownField): Finding {
  if (!entity)
    return finding('N212', place, {
      message: `\`${path}\` is not a record, so it has no field \`${name}\`.`,
      hint: `Write \`${path}\` alone, or go through a reference: \`assignee.name\`.`,
    })
  const names = [...entity.fields.keys(), ...entity.spans.keys(), ...ownFieldsOf(entity).keys()]
  const separate = named.text.split(/\s*;\s*|\s+/)
  if (separate.length > 1 && separate.every(each => readableField(entity, canonicalName(each)))) {
    const text = separate.map(canonicalName).join(', ')
    return finding('N212', place, {
      message: 'Fields are separated by commas.',
      hint: `Write \`${text}\`.`,
      fix: replacing(named, text),
    })
  }
  const [, before = '', per = ''] = /^(.*?)\s+per\s+(.*)$/.exec(named.text) ?? []
  if (per !== '' && readableField(entity, canonicalName(before)))
    return finding('N212', sliceOf(named, before.length), {
      message: 'Only a timeline has rows, which `per` names.',
      hint: `Show a \`timeline of ${entity.name} by … per ${per}\`, or leave out \`per ${per}\`.`,
    })
  const message = `${entity.name} has no field \`${name}\`.`
  return finding('N212', place, {
    message,
    ...suggestFor(named, names, `Fields of ${entity.name}: ${names.join(', ')}.`),
  })
}

interface BracesContext {
  readonly entity: Entity
  readonly fields: readonly FieldPath[]
  readonly context: DetailContext
  readonly findings: Finding[]
}

/** Where there is no record, texts name constants alone; a text of thanks also names what was filled in. */
function checkBraces(bullets: Bullets, {entity, fields, context, findings}: BracesContext): void {
  const isConstant = (name: string) => context.scope.constants?.has(name) === true
  const filledIn = [...entity.fields.keys()].filter(
    name => fields.length === 0 || fields.some(path => path.length === 1 && path[0] === name),
  )
  for (const key of ['empty', 'first run', 'thanks'] as const) {
    const text = bullets[key]?.value
    for (const match of text?.text.matchAll(/\{([^{}]*)\}/g) ?? []) {
      const inner = match[1] ?? ''
      if (!text || isConstant(inner) || (key === 'thanks' && filledIn.includes(canonicalName(inner)))) continue
      const named = sliceOf(text, match.index + 1, match.index + 1 + inner.length)
      const [what, names] =
        key === 'thanks'
          ? ['a field of this form or a constant', [...filledIn, ...(context.scope.constants?.keys() ?? [])]]
          : [
              'a constant, and there is no record whose fields it could show',
              [...(context.scope.constants?.keys() ?? [])],
            ]
      findings.push(
        finding('N212', named, {
          message: `\`${inner}\` is not ${what}.`,
          ...suggestFor(
            named,
            names,
            key === 'thanks' ? 'Name a field that the form asks for.' : 'Leave out the braces.',
          ),
        }),
      )
    }
  }
}

const direction = /\s+(asc|ascending|desc|descending|up|down)$/i

export function readSorting(
  named: PlacedName,
  entity: Entity,
  context: DetailContext,
  findings: Finding[],
): ScreenSort[] {
  const [found, word = ''] = direction.exec(named.name) ?? []
  const field = found === undefined ? null : canonicalName(named.name.slice(0, -found.length))
  if (field !== null && readableField(entity, field) && !readableField(entity, canonicalName(named.name))) {
    findings.push(sortedInWords(named.place, field, /^d/i.test(word)))
    return []
  }
  const descending = named.name.startsWith('-')
  const name = named.name.replace(/^-\s*/, '')
  const path = readPath({name, place: named.place}, entity, context, findings)
  return path ? [{path, descending}] : []
}

/** `due desc` */
function sortedInWords(place: Text, field: string, descending: boolean): Finding {
  const write = descending ? `-${field}` : field
  return finding('N212', place, {
    message: `\`${place.text}\` is not a field. A minus sorts downwards.`,
    hint: `Write \`${write}\`.`,
    fix: replacing(place, write),
  })
}

/** `Comment by ticket`: records of another entity that refer to this one. */
function readRelated(
  {name, place}: PlacedName,
  entity: Entity,
  {entities}: DetailContext,
  findings: Finding[],
): Related[] {
  const match = /^(\w+) by (.+)$/.exec(name)
  const other = entities.entities.get(match?.[1] ?? '')
  const field = other?.fields.get(canonicalName(match?.[2] ?? ''))
  const leadsHere = field?.type.type.kind === 'reference' && field.type.type.entity === entity.name
  if (other && field && leadsHere) return [{entity: other.name, by: field.name}]
  if (other?.unread.has(canonicalName(match?.[2] ?? ''))) return []
  if (match && !other) {
    findings.push(unknownEntity('N211', sliceOf(place, 0, match[1]?.length), entities))
    return []
  }
  const possible = [...entities.entities.values()].flatMap(each =>
    [...each.fields.values()]
      .filter(({type: {type: led}}) => led.kind === 'reference' && led.entity === entity.name)
      .map(each2 => `${each.name} by ${each2.name}`),
  )
  findings.push(
    finding('N214', place, {
      message: `\`${name}\` does not lead to ${entity.name}.`,
      ...suggestFor(place, possible, 'Write it like this: `with: Comment by ticket`.'),
    }),
  )
  return []
}

/** A condition on the records of `with`, which must then all be of one entity. */
function readRelatedWhere(
  bullet: Bullet | undefined,
  related: readonly Related[],
  context: DetailContext,
  findings: Finding[],
): Details['where'] {
  const entity = bullet && relatedEntity(bullet, related, context, findings)
  return entity ? readWhere(bullet.value, entity, context, findings) : null
}

function readRelatedSort(
  bullet: Bullet | undefined,
  related: readonly Related[],
  context: DetailContext,
  findings: Finding[],
): ScreenSort[] {
  const entity = bullet && relatedEntity(bullet, related, context, findings)
  return entity ? listed(bullet).flatMap(name => readSorting(name, entity, context, findings)) : []
}

function readRelatedColumns(
  bullet: Bullet | undefined,
  related: readonly Related[],
  context: DetailContext,
  findings: Finding[],
): FieldPath[] {
  const entity = bullet && relatedEntity(bullet, related, context, findings)
  if (!entity) return []
  return listed(bullet).flatMap(name => {
    const path = readPath(name, entity, context, findings)
    return path ? [path] : []
  })
}

function relatedEntity(
  {key}: Bullet,
  related: readonly Related[],
  {entities}: DetailContext,
  findings: Finding[],
): Entity | null {
  const [name = '', ...others] = new Set(related.map(each => each.entity))
  const entity = entities.entities.get(name)
  if (entity && others.length === 0) return entity
  const message = `\`${key.text}\` needs \`with\`, with records of one entity.`
  findings.push(finding('N214', key, {message, hint: 'Write `- with: Booking by room` above it.'}))
  return null
}

/** `yes`, or the field that determines the colour of the display: a state, a choice with colours or a boolean. */
export function readDisplay(
  bullet: Bullet | undefined,
  entity: Entity,
  context: TimeContext,
  findings: Finding[],
): Details['display'] {
  if (!bullet || bullet.value.text === 'no') return null
  const {key, value} = bullet
  const hint = 'Write `- display: yes`, or name the field that gives it its colour: `- display: busy`.'
  if (context.shows.kind !== 'record') {
    const message = '`display` can only be used with a record.'
    findings.push(finding('N243', key, {message, hint: 'Remove it, or show `record of Room`.'}))
    return null
  }
  if (value.text === 'yes') return {colour: null}
  const colour = readPath({name: value.text, place: value}, entity, context, findings)
  // An unknown field already has its finding.
  if (colour === null || givesColour(entity, colour, context)) return {colour}
  const message = `\`${value.text}\` is neither a yes/no field nor a state, and its values have no colours.`
  findings.push(finding('N243', value, {message, hint}))
  return null
}

/** `Approvals`: the name of an inbox of the same records. Later its route, which is the same in every language. */
export function readDecision(bullet: Bullet | undefined, {kind}: Shows, findings: Finding[]): Details['decision'] {
  if (!bullet) return null
  if (kind === 'record') return bullet.value.text
  const message = '`decision` can only be used with a record.'
  findings.push(finding('N246', bullet.key, {message, hint: 'Remove it, or show `record of Request`.'}))
  return null
}

function givesColour(entity: Entity, path: FieldPath, context: TimeContext): boolean {
  const [name = '', ...more] = path
  const isState = more.length === 0 && fieldOf(entity, name)?.state === true
  const kind = kindAt(context.entities, entity.name, path)
  // A formula without a type already has its finding.
  if (kind === null || kind === 'boolean' || isState) return true
  return (kind === 'choice' || kind === 'reference') && hasColours(context.entities, entity.name, path)
}

// `feed: atom, json` for lists; calendars and timelines have iCalendar unless they set `feed: no`. A calendar can also
// be mailed, `feed: ics, mail`: mails about its records carry them as calendar entries.

export function readFeeds(
  bullet: Bullet | undefined,
  {kind}: Shows,
  findings: Finding[],
): Pick<Details, 'feeds' | 'mailed'> {
  if (!bullet) return {feeds: null, mailed: false}
  if (bullet.value.text === 'no') return {feeds: [], mailed: false}
  const timed = kind === 'calendar' || kind === 'timeline'
  const possible: readonly FeedFormat[] = timed ? ['ics'] : kind === 'list' ? ['atom', 'json'] : []
  const words = [...possible, ...(kind === 'calendar' ? ['mail'] : [])].map(each => `\`${each}\``).join(', ')
  let mailed = false
  const feeds = listed(bullet).flatMap(({name, place}) => {
    const format = possible.find(each => each === name)
    if (format) return [format]
    if (kind === 'calendar' && name === 'mail') {
      mailed = true
      return []
    }
    const message =
      possible.length > 0 ? `This screen has no feed \`${name}\`.` : 'Only lists, calendars and timelines have feeds.'
    const hint = possible.length > 0 ? `Use ${words} or \`no\`.` : 'Remove it.'
    findings.push(finding('N229', place, {message, hint}))
    return []
  })
  return {feeds, mailed}
}

/** What a timeline of the same records draws alike. */
export function timeOf({colourBy, requested, halfDays, rows, daysOff, closedDays, open}: Details): TimeDetails {
  return {colourBy, requested, halfDays, rows, daysOff, closedDays, open}
}
