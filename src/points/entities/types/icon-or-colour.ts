/** The look of records: `colour`, one of the hues by name, and `icon`, the name of a Lucide icon. */
import type {Value} from '../../../feel/value.ts'
import {languageOf} from '../../../messages/languages.ts'
import {hues, isIcon} from '../../icons-and-colours.ts'
import {defineType, word} from '../define-type.ts'
import {accepted, invalid, type Locale, type ValidationResult} from '../field-type.ts'
import {capitalised} from '../names.ts'
import {findWord} from '../values/choices.ts'
import {sqlText, storedText, textColumn} from '../values/column.ts'
import {cleanLine, textBehaviour} from '../values/textual.ts'

export const colour = defineType({
  name: 'colour',
  examples: ['colour'],
  synonyms: ['farbe', 'color', 'hue'],
  read: word('colour'),
  use: () => ({
    written: 'colour',
    type: {kind: 'choice', words: hues},
    storage: textColumn,
    control: {control: 'choice', words: hues},
    display: 'text',
    filter: {filter: 'choice', words: hues},
    sort: {sort: 'words', words: hues},
    valueSet: {set: 'colour', within: ['word', 'line', 'lines'], words: hues, least: 1, most: 20},
    is: (value: Value): value is string => typeof value === 'string',
    check: name => `${name} in (${hues.map(sqlText).join(', ')})`,
    literal: written => hues.find(hue => hue === written),
    fromText: validateColour,
    fromJson: json => validateColour(typeof json === 'string' ? json : ''),
    fit: validateColour,
    toText: (value, {language}) => colourText(value, language),
    toForm: value => [value],
    toCsv: value => value,
    toColumn: value => value,
    fromColumn: storedText,
  }),
})

export function colourText(name: string, language: string): string {
  const texts: Readonly<Record<string, string>> = languageOf(language).values.colours
  return texts[name] ?? capitalised(name)
}

function validateColour(text: string): ValidationResult {
  const found = findWord(text, {words: hues})
  return found === null ? invalid('NOT_A_CHOICE', {choices: hues.join(', ')}) : accepted(found)
}

// `icon`: a name of https://lucide.dev/icons.

const longestIcon = 60

export const icon = defineType({
  name: 'icon',
  examples: ['icon'],
  synonyms: ['symbol', 'pictogram', 'glyph'],
  read: word('icon'),
  use: () => ({
    ...textBehaviour({least: 1, most: longestIcon, clean: cleanLine, accept: validateIcon}),
    search: false,
    written: 'icon',
    control: {control: 'line', attributes: {maxLength: longestIcon}},
    valueSet: {set: 'icon', within: ['line', 'lines'], least: 1, most: longestIcon},
    literal: written => (isIcon(written) ? written : undefined),
    toText: iconText,
  }),
})

/** Words that icon names start with and people end with: `tree-palm` is a palm tree. */
const kindsOfIcons = ['arrow', 'chart', 'tree']

/** Shown next to the icon. An icon without a text has its own name. */
function iconText(name: string, {language}: Pick<Locale, 'language'>): string {
  const own = languageOf(language).values.icons[name]
  if (own !== undefined) return own
  const [first = '', ...rest] = name.split('-')
  return capitalised((kindsOfIcons.includes(first) ? [...rest, first] : [first, ...rest]).join(' '))
}

function validateIcon(text: string): ValidationResult {
  const name = text.toLowerCase().replace(/\s+/g, '-')
  return isIcon(name) ? accepted(name) : invalid('NOT_AN_ICON')
}
