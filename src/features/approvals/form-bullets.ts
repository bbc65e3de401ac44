/** The bullets of a form beside which a record is decided: its options as cards, its dates, and other values to try. */
import {type PlacedName, placedNames} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import type {Entity} from '../../points/entities/model.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {pathsIn} from '../../points/entities/run.ts'
import {bullet, type Reading} from '../../points/screens/bullets/bullet.ts'
import {noteShown, pathWithin} from '../../points/screens/bullets/names.ts'
import {fieldAtEnd, kindAt} from '../../points/screens/field-paths.ts'
import {type FieldPath, type PathContext, readScreenPath} from '../../points/screens/paths.ts'
import {isFieldPath, type Sentence, templateParts} from '../../points/template.ts'
import {isNumber} from './bullets.ts'

/** The dates of a record that represents several, such as a series, and those already taken. Both are computed lists. */
export interface DatesOfForm {
  readonly all: string
  readonly taken: string | null
  readonly says: string | null
}

const datesPattern = /^([a-z][\w ]*?)(?:\s+except\s+([a-z][\w ]*?)(?:\s+as\s+([a-z][\w ]*))?)?$/

/** `planned except taken as what_happens`: two computed lists of dates, or of dates with times, and a text about the second. */
export const dates = bullet({
  name: 'dates',
  example: 'dates: planned except taken',
  describe: 'The dates of a record that represents several, and those already taken: computed lists.',
  absent: null,
  read: at => {
    const read = readDates(at)
    noteShown(
      [read?.all, read?.taken].map(name => (name == null ? null : [name])),
      at,
    )
    return read
  },
})

function readDates({value, entity, findings}: Reading<unknown>): DatesOfForm | null {
  const [, all, taken, says] = datesPattern.exec(value.text) ?? []
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

/** Fields with few enough values to try them all. */
export const instead = bullet({
  name: 'instead',
  example: 'instead: room, skip_taken',
  describe: 'The fields whose other values are tried if a rule is broken.',
  absent: [],
  read: ({value, entity, findings}) =>
    placedNames(value).flatMap(({name, place}) => {
      const field = entity.fields.get(canonicalName(name))
      const kind = field?.computed === null ? field.type.type.kind : null
      if (field && (kind === 'reference' || kind === 'choice' || kind === 'boolean')) return [field.name]
      const message = `\`${name}\` is not a reference, a choice or a yes/no field of ${entity.name}.`
      const hint = 'Name fields whose other values may fulfil a rule: `instead: room, skip_taken`.'
      findings.push(finding('N242', place, {message, hint}))
      return []
    }),
})

export interface InsteadSort {
  readonly path: FieldPath
  /** `same`: values that keep the value at this path come first. `nearest`: those with the nearest number. */
  readonly order: 'ascending' | 'descending' | 'same' | 'nearest'
}

/** Evaluated on the record with each value. */
export const insteadSort = bullet({
  name: 'insteadSort',
  example: 'instead sort: same room.building, nearest room.seats',
  describe: 'The order in which values of `instead` are offered.',
  absent: [],
  needs: {instead},
  read: ({key, value, entity, context, findings, writes}): readonly InsteadSort[] => {
    if (!writes(instead)) {
      const message = '`instead sort` needs `instead`.'
      findings.push(finding('N242', key, {message, hint: 'Write `- instead: room` above it.'}))
      return []
    }
    return placedNames(value).flatMap(({name, place}): InsteadSort[] => {
      const [, sign = '', named = ''] = /^(same\s+|nearest\s+|-\s*)?(.*)$/.exec(name) ?? []
      const path = readScreenPath({name: named, place}, entity, context, findings)
      const word = (['same', 'nearest'] as const).find(each => sign.trim() === each)
      const order = word ?? (sign === '' ? 'ascending' : 'descending')
      if (path && order === 'nearest' && !isNumber(path, entity, context)) {
        findings.push(notNearest({name: named.trim(), place}, path, entity, context))
        return []
      }
      return path ? [{path, order}] : []
    })
  },
})

/** Suggests the numbers of the same record, and `same` for the field itself. */
function notNearest({name, place}: PlacedName, path: FieldPath, entity: Entity, {entities}: PathContext): Finding {
  const before = path.slice(0, -1)
  const led = fieldAtEnd(entities, entity.name, before)?.type.type
  const owner = led?.kind === 'reference' ? entities.entities.get(led.entity) : entity
  const numbers = [...(owner?.fields.values() ?? [])]
    .filter(field => field.type.type.kind === 'number' && field.type.name !== 'serial')
    .map(field => `\`nearest ${[...before, field.name].join('.')}\``)
  const hint = [...numbers.slice(0, 3), `\`same ${name}\``].join(' or ')
  const message = `\`${name}\` is not a number, so no value is nearest to it.`
  return finding('N242', place, {message, hint: `Write ${hint}.`})
}

/** Options as cards, each with the first of the texts whose fields have values. */
export interface CardChoices {
  readonly field: string
  readonly as: 'cards' | 'list'
  readonly texts: readonly Sentence[]
}

const choicePattern = /^([a-z][\w ]*?)(\s+as\s+list)?(?:\s+with\s+(.+))?$/
const quoted = /["“]([^"“”]*)["”]/g
/** Texts in quotation marks may contain semicolons. */
const eachChoice = /(?:["“][^"“”]*["”]|[^;])+/g

/** `kind with "{days_left} left", "Notice: {notice}"`, or `room as list with "{free}"`; semicolons separate several. */
export const choices = bullet({
  name: 'choices',
  example: 'choices: kind with "{days_left} days left"',
  describe: 'The options of a field as cards, or as a list, each with a text about it.',
  absent: [],
  read: at =>
    [...at.value.text.matchAll(eachChoice)].flatMap(({0: written, index}) =>
      readChoice({...at, value: sliceOf(at.value, index, index + written.length)}),
    ),
  translate: (value, text) =>
    value.map(({field, as, texts}) => {
      const shown = texts.map(({text: original}) => text(original))
      return {field, as, texts: shown.map(each => ({text: each, parts: templateParts(each, () => false) ?? []}))}
    }),
})

function readChoice(at: Reading<unknown>): readonly CardChoices[] {
  const {value, entity, context, findings} = at
  const invalid = (message: string, place: Text = value): [] => {
    const hint = 'Write it like this: `choices: kind with "{days_left} days left"`.'
    findings.push(finding('N237', place, {message, hint}))
    return []
  }
  const [, named, list, written = ''] = choicePattern.exec(value.text) ?? []
  if (named === undefined) return invalid(`\`${value.text}\` does not name a field.`)
  const path = pathWithin(named, at)
  if (path === null) return []
  const kind = kindAt(context.entities, entity.name, path)
  if (kind !== 'reference' && kind !== 'choice')
    return invalid(`\`${named}\` is neither a reference nor a choice, so it has no options.`)
  if (list === undefined && entity.fields.get(path[0] ?? '')?.required === false)
    return invalid(`\`${named}\` is optional, and cards always have one chosen.`)
  if (written.replaceAll(quoted, '').replaceAll(/[\s,]/g, '') !== '')
    return invalid('Texts about the options are in quotation marks, with commas between them.')
  const texts: Sentence[] = []
  for (const [, text = ''] of written.matchAll(quoted)) {
    const parts = templateParts(text, () => false)
    const fields = pathsIn(parts ?? [])
    const unknown = fields.find(each => !isFieldPath(each, entity, context.entities))
    if (parts === null || fields.length === 0) return invalid(`"${text}" names no field in braces.`)
    if (unknown) return invalid(`\`${unknown.join('.')}\` is not a field of ${entity.name}.`)
    texts.push({text, parts})
  }
  if (list !== undefined && texts.length === 0) return invalid('A list needs a text about its options.')
  return [{field: path[0] ?? '', texts, as: list === undefined ? 'cards' : 'list'}]
}
