/** The table of point 3 that says how words of choices and states are called and coloured. */
import {type Finding, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import type {Text} from '../../document/raw.ts'
import type {TableKind, TableRow} from '../../document/table.ts'
import {hues, isIcon, unknownIcon} from '../looks.ts'
import {labelsOf} from './lookup.ts'
import type {Field, ValueLook} from './model.ts'
import {canonicalName} from './names.ts'
import {anyOf, oneOf} from './types/choice.ts'
import {findWord} from './values/choices.ts'

type LookColumn = 'Field' | 'Value' | 'Label' | 'Colour' | 'Icon'

/** How words of choices and states are called and coloured; without a field it is about the state. */
export const looksTable: TableKind<LookColumn> = {
  called: 'labels and colours of values',
  required: ['Value'],
  optional: ['Field', 'Label', 'Colour', 'Icon'],
}

interface Looks {
  readonly entity: string
  readonly rows: readonly TableRow<LookColumn>[]
  readonly state: Field | null
}

export function withLooks(
  fields: ReadonlyMap<string, Field>,
  {entity, rows, state}: Looks,
  findings: Finding[],
): ReadonlyMap<string, Field> {
  const found = new Map<Field, Map<string, ValueLook>>()
  for (const {cells} of rows) {
    const field = cells.Field.text === '' ? state : (fields.get(canonicalName(cells.Field.text)) ?? null)
    const words = field?.type.control.words
    // What a formula gives is known only to the formula: any value may have a label.
    const isComputed = field !== null && field.computed !== null
    if (!field || (!words && !isComputed)) {
      findings.push(withoutWords(cells.Field.text === '' ? cells.Value : cells.Field, {entity, fields}))
      continue
    }
    const word = words ? findWord(cells.Value.text, {words}) : cells.Value.text
    const looks = found.get(field) ?? new Map<string, ValueLook>()
    found.set(field, looks)
    if (word === null) findings.push(unknownWord(cells.Value, field, words ?? []))
    else if (looks.has(word)) findings.push(wordTwice(cells.Value, field))
    else looks.set(word, {label: cells.Label.text || null, ...readLook(cells, findings)})
  }
  const shown = [...found].map(([field, looks]) => [field.name, lookedAt(field, looks)] as const)
  return new Map([...fields, ...shown])
}

/** The same field, with labels that its texts use. */
function lookedAt(field: Field, looks: ReadonlyMap<string, ValueLook>): Field {
  const labels = labelsOf({looks})
  const {words, renamed} = field.type.valueSet
  if (labels.size === 0 || words === null) return {...field, looks}
  const many = field.type.type.kind === 'list'
  return {...field, looks, type: (many ? anyOf : oneOf).use({words, renamed, labels})}
}

function readLook(
  {Colour, Icon}: Readonly<Record<'Colour' | 'Icon', Text>>,
  findings: Finding[],
): Pick<ValueLook, 'colour' | 'icon'> {
  const isColour = Colour.text === '' || hues.includes(Colour.text)
  const known = Icon.text === '' || isIcon(Icon.text)
  if (!isColour) findings.push(unknownColour(Colour))
  if (!known) findings.push(unknownIcon(Icon))
  return {colour: isColour ? Colour.text || null : null, icon: known ? Icon.text || null : null}
}

function unknownColour(at: Text): Finding {
  const message = `Unknown colour \`${at.text}\`.`
  return finding('N328', at, {message, ...suggestFor(at, hues, `Colours: ${hues.join(', ')}.`)})
}

function withoutWords(at: Text, {entity, fields}: {entity: string; fields: ReadonlyMap<string, Field>}): Finding {
  const able = [...fields.values()].filter(({type}) => type.control.words).map(({name}) => name)
  return finding('N328', at, {
    message: `\`${at.text}\` is not a choice, a state or a computed text of ${entity}.`,
    ...suggestFor(at, able, able.length > 0 ? `Choices of ${entity}: ${able.join(', ')}.` : 'Remove this row.'),
  })
}

function unknownWord(at: Text, {name}: Field, words: readonly string[]): Finding {
  return finding('N328', at, {
    message: `\`${at.text}\` is not one of the values of \`${name}\`.`,
    ...suggestFor(at, words, `Values: ${words.join(', ')}.`),
  })
}

function wordTwice(at: Text, {name}: Field): Finding {
  const message = `\`${at.text}\` of \`${name}\` has a row already.`
  return finding('N328', at, {message, hint: 'Keep one of the two rows.'})
}
