/** The strip beside a record that is decided: a timeline of the same records around its dates. */
import {type Finding, finding} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import {arrangingFindings, spreadFields} from '../../points/screens/arranging-fields.ts'
import {bullet, type Reading, variant} from '../../points/screens/bullets/bullet.ts'
import {colourBy} from '../../points/screens/bullets/colours.ts'
import {conditionOf, noteShown, pathWithin} from '../../points/screens/bullets/names.ts'
import {type Spread, spread} from '../../points/screens/bullets/spread.ts'
import {fieldPath, kindAt} from '../../points/screens/field-paths.ts'
import type {FieldPath, ScreenCondition} from '../../points/screens/paths.ts'
import {requested} from './bullets.ts'

/** A timeline of the same entity around the dates of the record. */
export interface InboxStrip extends Spread {
  readonly per: string
  /** Rows and bars with the same value as the record. */
  readonly same: FieldPath | null
  /** The daily total that must not be exceeded. */
  readonly limit: FieldPath | null
  /** Of a form: the times between which the row can be used; without a value it is closed all day. */
  readonly open: {readonly from: FieldPath; readonly to: FieldPath} | null
}

const field = '[a-z][\\w ]*?(?:\\.[a-z][\\w ]*?)*'
const pattern = new RegExp(
  `^(?:by )?(${field})(?:\\.\\.(${field}))? per (${field})(?:\\s*,\\s*same (${field}))?(?:\\s*,\\s*up to (${field}))?(?:\\s*,\\s*open (${field})\\.\\.(${field}))?$`,
)

/** Where the record does not exist yet, a strip of times is the day of one row. */
const stripOf = (isNew: boolean) =>
  bullet({
    name: 'strip',
    example: isNew
      ? 'strip: starts..ends per room, open opens..closes'
      : 'strip: first_day..last_day per person, same person.team, up to person.team.most_away',
    describe: 'A timeline of the same records around the dates of this one.',
    absent: null,
    read: (at): InboxStrip | null => readStrip(at, isNew),
  })

export const strip = stripOf(false)
export const stripOfForm = stripOf(true)

function readStrip(at: Reading<unknown>, isNew: boolean): InboxStrip | null {
  const {value, entity, context, findings} = at
  const found = pattern.exec(value.text.replace(/\s+/g, ' '))
  if (!found) {
    const message = `\`${value.text}\` does not say which dates the strip shows, and what has a row.`
    findings.push(invalidStrip(value, message))
    return null
  }
  const [, from = '', to, per = '', same, limit, opens, closes] = found
  const paths = [from, ...(to === undefined ? [] : [to]), per].map(written => pathWithin(written, at))
  if (paths.includes(null)) return null
  const spread = {from, to: to ?? null, per}
  const misfits = arrangingFindings(spreadFields(spread), value, entity, context.entities)
  findings.push(...misfits)
  if (misfits.length > 0) return null
  const isTimed = kindAt(context.entities, entity.name, fieldPath(from)) === 'date and time'
  if (isNew && isTimed && (same ?? limit) !== undefined) {
    const message =
      'A form shows one day of the chosen row where the strip is of times, so nothing shares it or limits it.'
    const hint = `Write \`strip: ${from}${to === undefined ? '' : `..${to}`} per ${per}\`.`
    findings.push(finding('N227', value, {message, hint}))
    return null
  }
  if (opens !== undefined && !(isNew && isTimed)) {
    const message = '`open` needs a form and a strip of times: it says when the day of the chosen row begins and ends.'
    findings.push(invalidStrip(value, message))
    return null
  }
  const read = {
    ...spread,
    open: opens === undefined || closes === undefined ? null : openPaths([opens, closes], at),
    same: same === undefined ? null : sharedPath(same, at),
    limit: limit === undefined ? null : limitPath(limit, at),
  }
  noteShown([fieldPath(from), to === undefined ? null : fieldPath(to), fieldPath(per)], at)
  noteShown([read.same, read.open?.from ?? null, read.open?.to ?? null, read.limit], at)
  return read
}

/** Records and choices can be shared; a text or a number does not group rows. */
function sharedPath(written: string, at: Reading<unknown>): FieldPath | null {
  const path = pathWithin(written, at)
  const kind = path && kindAt(at.context.entities, at.entity.name, path)
  if (path === null || kind === 'reference' || kind === 'choice') return path
  const message = `\`${written}\` is neither a reference nor a choice, so rows cannot share it.`
  at.findings.push(invalidStrip(at.value, message))
  return null
}

function openPaths([opens, closes]: readonly [string, string], at: Reading<unknown>): InboxStrip['open'] {
  const [from, to] = [opens, closes].map(written => {
    const path = pathWithin(written, at)
    if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'time') return path
    at.findings.push(invalidStrip(at.value, `\`${written}\` is not a time, so a day cannot begin or end with it.`))
    return null
  })
  return from && to ? {from, to} : null
}

function limitPath(written: string, at: Reading<unknown>): FieldPath | null {
  const path = pathWithin(written, at)
  if (path === null || kindAt(at.context.entities, at.entity.name, path) === 'number') return path
  at.findings.push(invalidStrip(at.value, `\`${written}\` is not a number, so it is no limit.`))
  return null
}

function invalidStrip(place: Text, message: string): Finding {
  const hint =
    'Write it like this: `strip: first_day..last_day per person, same person.team, up to person.team.most_away`.'
  return finding('N227', place, {message, hint})
}

export const stripWhere = bullet({
  name: 'stripWhere',
  example: 'strip where: status != "draft"',
  describe: 'The records that are in the strip.',
  absent: null,
  needs: {strip},
  read: (at): ScreenCondition | null => {
    if (at.needs.strip) return conditionOf(at)
    // A strip with a mistake already has its finding.
    if (!at.writes(strip)) at.findings.push(invalidStrip(at.key, '`strip where` needs a `strip`.'))
    return null
  },
})

// The strip is a timeline of the same records.

type NeedsStrip = {readonly strip: typeof strip}

/** Where the records of the strip are in time. */
export const spreadOfStrip = variant(spread, {
  needs: {strip},
  usual: ({needs: {strip: at}}) => at && {from: at.from, to: at.to, per: at.per},
})

/** The strip draws its records in colours; an inbox or a form without one does not. */
export const colourByOfStrip = variant(colourBy, {
  needs: {strip},
  read(at) {
    needStrip(at)
    return colourBy.read({...at, needs: {}})
  },
})

export const requestedOfStrip = variant(requested, {
  needs: {strip},
  read(at) {
    needStrip(at)
    return requested.read({...at, needs: {}})
  },
})

function needStrip({key, needs, writes, findings}: Reading<NeedsStrip>): void {
  if (needs.strip || writes(strip)) return
  const message = `\`${key.text}\` needs a \`strip\`, whose records have colours.`
  findings.push(finding('N236', key, {message, hint: 'Remove it, or write `- strip: …` above it.'}))
}
