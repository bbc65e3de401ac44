/** The bullets of inboxes and forms beside which a record is decided: figures, rules, and the inbox of a record. */
import {type PlacedName, placedNames} from '../../document/bullets.ts'
import {finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bullet, type Reading} from '../../points/screens/bullets/bullet.ts'
import {actionsOf, noteShown, pathWithin} from '../../points/screens/bullets/names.ts'
import {fieldAtEnd, kindAt} from '../../points/screens/field-paths.ts'
import type {FieldPath, PathContext} from '../../points/screens/paths.ts'

/** A number of the record: its value, its value after the decision, and the total it is part of. */
export interface InboxFigure {
  readonly value: FieldPath
  readonly after: FieldPath | null
  readonly of: FieldPath | null
  /** The day on which it has this value, and its value today, which are shown where the two differ. */
  readonly on: FieldPath | null
  readonly today: FieldPath | null
}

/** The paths that a figure reads. */
export const pathsOfFigure = ({value, after, of, on, today}: InboxFigure): (FieldPath | null)[] => [
  value,
  after,
  of,
  on,
  today,
]

/** `days_left -> left_after of entitled on first_day today days_today`: the day and the value today may be left out. */
export const figures = bullet({
  name: 'figures',
  example: 'figures: days, days_left -> left_after of entitled',
  describe: 'Numbers of the record: the value, the one after the decision, and the total.',
  absent: [],
  read: at => {
    const read = placedNames(at.value).flatMap(each => readFigure(each, at))
    noteShown(read.flatMap(pathsOfFigure), at)
    return read
  },
})

const figure = /^(.+?)(?:\s*(?:->|→)\s*(.+?))?(?:\s+of\s+(.+?))?(?:\s+on\s+(.+?)(?:\s+today\s+(.+))?)?$/

function readFigure({name, place}: PlacedName, {entity, context, findings}: Reading<unknown>): InboxFigure[] {
  const [, first = '', second, third, day, now] = figure.exec(name) ?? []
  const read = (written: string | undefined) =>
    written === undefined ? null : pathWithin(written, {value: place, entity, context, findings})
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
  const other = named.find(path => !isNumber(path, entity, context) && !(isAlone && isRecord(path, entity, context)))
  if (!other) return [{value, after, of, on, today}]
  const message = `\`${other.join('.')}\` is not a number.`
  findings.push(
    finding('N226', place, {message, hint: 'Write it like this: `figures: days_left -> left_after of entitled`.'}),
  )
  return []
}

/** A formula without a type already has its finding. */
export const isNumber = (path: FieldPath, {name}: Entity, {entities}: PathContext): boolean =>
  ['number', 'null', null].includes(kindAt(entities, name, path))

const isRecord = (path: FieldPath, {name}: Entity, {entities}: PathContext): boolean =>
  fieldAtEnd(entities, name, path)?.type.type.kind === 'reference'

/**
 * The rules shown with their outcome: those about the record and the actions of the screen, or those of some actions
 * only. Whether these exist is checked with those of `actions`.
 */
export const checks = bullet({
  name: 'checks',
  example: 'checks: yes',
  describe: 'The rules about the record and its actions with their outcome, or those of some actions only.',
  absent: null,
  read: (at): 'all' | readonly string[] | null => {
    if (at.value.text === 'no') return null
    return at.value.text === 'yes' ? 'all' : actionsOf(at)
  },
})

/** The route of the inbox, which is the same in every language; as it is written, its name. */
export const decision = bullet({
  name: 'decision',
  example: 'decision: Approvals',
  describe: 'The inbox whose figures, strip, checks and earlier records the page of a record shows, too.',
  absent: null,
  read: ({value}): string | null => value.text,
  settle: (value, {shows, written, others, findings}) => {
    if (value === null || !('entity' in shows)) return null
    const inboxes = others.filter(
      each => each.can.decide && 'entity' in each.shows && each.shows.entity === shows.entity,
    )
    const inbox = inboxes.find(({name}) => name === value)
    if (inbox) return inbox.path
    const names = inboxes.map(({name}) => name)
    if (written)
      findings.push(
        finding('N246', written, {
          message: `There is no inbox "${value}" of ${shows.entity}.`,
          ...suggestFor(written, names, 'Write the name of a screen that shows `inbox of …`.'),
        }),
      )
    return null
  },
})

/** `person`, or `same person`. */
export const earlier = bullet({
  name: 'earlier',
  example: 'earlier: person',
  describe: 'Earlier records with the same value in this field.',
  absent: null,
  read: (at): FieldPath | null => {
    const written = at.value.text.replace(/^same /, '')
    const path = pathWithin(written, at)
    if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'reference') {
      noteShown([path], at)
      return path
    }
    const message = `\`${written}\` does not lead to a record, so there is nothing that earlier records share.`
    at.findings.push(finding('N228', at.value, {message, hint: 'Name a reference: `earlier: person`.'}))
    return null
  },
})
