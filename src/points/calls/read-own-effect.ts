/** Effects that an author writes in code: a row of point 7 says what each sees, sets and may do, and `run` causes it. */
import {placedNames, readBullets} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import type {Bullet, RawSection, Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Cells, TableKind} from '../../document/table.ts'
import {unknownEntity} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {readConstant} from '../limits/value.ts'
import type {OwnEffect, Shape} from './model.ts'
import {isVariable, wrongVariable} from './read-address.ts'
import {callersOf, isSet, sentFields} from './read-event.ts'
import {type CallReading, wrongSetting} from './sections.ts'
import {derivedAnswer} from './shapes.ts'

type EffectColumn = 'Effect' | 'Of' | 'Sends' | 'Sets' | 'As'

export const effectsTable: TableKind<EffectColumn> = {
  called: 'effects',
  required: ['Effect', 'Of', 'Sends'],
  optional: ['Sets', 'As'],
}

export const effectKeys = ['secrets', 'deadline'] as const

/** Seconds. */
const usualDeadline = 30
const longestDeadline = 60

/** The name of its file, in the folder `effects`: `sendContract` for `send contract`. */
export const effectFile = (name: string): string =>
  name.replace(/ +([a-z0-9])/g, (_, sign: string) => sign.toUpperCase())

const isEffectName = (name: string): boolean => /^[a-z][a-z0-9]*(?: [a-z0-9]+)*$/.test(name)

interface ReadEffects {
  readonly effects: readonly OwnEffect[]
  /** Those that no action runs. */
  readonly uncaused: readonly Text[]
}

export function readOwnEffects(
  rows: readonly Cells<EffectColumn>[],
  details: ReadonlyMap<string, RawSection>,
  context: CallReading,
): ReadEffects {
  const effects = rows.flatMap(cells => readOwnEffect(cells, details.get(cells.Effect.text), context) ?? [])
  const files = new Map<string, OwnEffect>()
  for (const effect of effects) {
    const file = effectFile(effect.name)
    const other = files.get(file)
    if (other && other.name !== effect.name)
      refuse(context.findings, effect.source.name, {
        message: `\`${effect.name}\` and \`${other.name}\` would be the same file.`,
        hint: 'Rename one of them.',
      })
    files.set(file, effect)
  }
  return {
    effects,
    uncaused: rows.flatMap(({Effect: name}) => (callersOf({run: name.text}, context.actions).length > 0 ? [] : [name])),
  }
}

function readOwnEffect(
  {Effect: name, Of: of, Sends: sends, Sets: sets, As: as}: Cells<EffectColumn>,
  section: RawSection | undefined,
  context: CallReading,
): OwnEffect | null {
  const {findings} = context
  if (!isEffectName(name.text)) {
    const hint = 'Write lower-case words, such as `send contract`.'
    return refuse(findings, name, {message: `\`${name.text}\` cannot be the name of an effect.`, hint})
  }
  const entity = context.entities.entities.get(of.text)
  if (!entity) {
    findings.push(unknownEntity('N724', of, context.entities))
    return null
  }
  const other = callersOf({run: name.text}, context.actions).find(each => each !== entity.name)
  if (other !== undefined) {
    const message = `\`${name.text}\` is an effect of ${entity.name}, and an action of ${other} runs it.`
    return refuse(findings, of, {message, hint: `Write an effect of ${other} for it.`})
  }
  const bullets = section ? readBullets(section, effectKeys, findings) : {}
  return {
    name: name.text,
    entity: entity.name,
    body: seenBy(sends, entity, context),
    sets: placedNames(sets).flatMap(each => setField(each, entity, findings) ?? []),
    as: roleOf(as, context),
    secrets: readSecrets(bullets.secrets, findings),
    deadline: readDeadline(bullets.deadline, findings),
    source: {name},
    file: name.file,
    line: name.line,
    column: name.column,
  }
}

/** Its id, and what is named: nothing else. */
function seenBy(sends: Text, entity: Entity, context: CallReading): Shape {
  const id = derivedAnswer(entity, {names: ['id'], context})
  const sent = sends.text === '' ? null : sentFields(sends, entity, context)
  const entries = [id, sent].flatMap(each => (each?.kind === 'object' ? each.entries : []))
  return {kind: 'object', entries}
}

function setField(
  {name: written, place}: {readonly name: string; readonly place: Text},
  entity: Entity,
  findings: Finding[],
): string | null {
  const name = canonicalName(written)
  if (entity.unread.has(name)) return null
  const field = entity.fields.get(name)
  if (field && isSet(field)) return field.name
  const known = [...entity.fields.values()].filter(isSet).map(each => each.name)
  const hint = `Fields of ${entity.name}: ${known.join(', ')}.`
  if (field) {
    const message = `\`${field.name}\` cannot be set, because it is computed, a state, a file or built in.`
    return refuse(findings, place, {message, hint})
  }
  return refuse(findings, place, {
    message: `${entity.name} has no field \`${written}\`.`,
    ...suggestFor(place, known, hint),
  })
}

function roleOf(as: Text, {roles, findings}: CallReading): string | null {
  if (as.text === '') return null
  if (roles.roles.has(as.text)) return as.text
  const hint = 'Name one role of point 6, or leave it empty: then the effect changes nothing.'
  return refuse(findings, as, {
    message: `Unknown role \`${as.text}\`.`,
    ...suggestFor(as, [...roles.roles.keys()], hint),
  })
}

function readSecrets(bullet: Bullet | undefined, findings: Finding[]): string[] {
  return (bullet ? placedNames(bullet.value) : []).flatMap(({name, place}) => {
    if (isVariable(name)) return [name]
    findings.push(wrongVariable(place, name))
    return []
  })
}

function readDeadline(bullet: Bullet | undefined, findings: Finding[]): number {
  if (!bullet) return usualDeadline
  const read = readConstant(bullet.value.text)
  const seconds = read?.kind === 'duration' ? Number(read.seconds) : Number.NaN
  if (seconds >= 1 && seconds <= longestDeadline) return seconds
  const hint = 'Write `10 seconds`, up to `1 minute`.'
  findings.push(wrongSetting(bullet.value, `\`${bullet.value.text}\` cannot be a deadline.`, hint))
  return usualDeadline
}

function refuse(
  findings: Finding[],
  place: Text,
  text: Pick<Finding, 'message' | 'hint'> & {readonly fix?: Finding['fix']},
): null {
  findings.push(finding('N724', place, text))
  return null
}
