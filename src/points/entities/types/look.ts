/** The look of records: `colour`, one of the hues by name, and `icon`, the name of a Lucide icon. */
import type {Value} from '../../../feel/value.ts'
import {inLanguage} from '../../../messages/language.ts'
import {hues, isIcon} from '../../looks.ts'
import {defineType, word} from '../define-type.ts'
import {accepted, invalid, type Locale, type ValidationResult} from '../field-type.ts'
import {capitalised} from '../names.ts'
import {findWord} from '../values/choices.ts'
import {sqlText, storedText, textColumn} from '../values/column.ts'
import {cleanLine, textual} from '../values/textual.ts'

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

const german: Readonly<Record<string, string>> = {
  teal: 'Petrol',
  green: 'Grün',
  olive: 'Oliv',
  amber: 'Bernstein',
  orange: 'Orange',
  red: 'Rot',
  pink: 'Rosa',
  purple: 'Lila',
  violet: 'Violett',
  blue: 'Blau',
  sky: 'Himmelblau',
  cyan: 'Cyan',
}

export function colourText(name: string, language: string): string {
  return coloursIn(language)[name] ?? capitalised(name)
}

const coloursIn = inLanguage<Readonly<Record<string, string>>>({de: german, en: {}})

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
    ...textual({least: 1, most: longestIcon, clean: cleanLine, accept: validateIcon}),
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

/** Shown next to the icon. Rare icons have their English name in German. */
function iconText(name: string, {language}: Pick<Locale, 'language'>): string {
  const own = iconsIn(language)[name]
  if (own !== undefined) return own
  const [first = '', ...rest] = name.split('-')
  return capitalised((kindsOfIcons.includes(first) ? [...rest, first] : [first, ...rest]).join(' '))
}

const germanIcons: Readonly<Record<string, string>> = {
  accessibility: 'Barrierefreiheit',
  ambulance: 'Krankenwagen',
  anchor: 'Anker',
  armchair: 'Sessel',
  baby: 'Baby',
  banknote: 'Geldschein',
  'bed-double': 'Doppelbett',
  bed: 'Bett',
  bell: 'Glocke',
  bike: 'Fahrrad',
  book: 'Buch',
  'book-open': 'Aufgeschlagenes Buch',
  briefcase: 'Aktentasche',
  'briefcase-medical': 'Arztkoffer',
  building: 'Gebäude',
  bus: 'Bus',
  cake: 'Kuchen',
  calculator: 'Taschenrechner',
  calendar: 'Kalender',
  'calendar-days': 'Kalender',
  camera: 'Kamera',
  car: 'Auto',
  church: 'Kirche',
  clock: 'Uhr',
  coffee: 'Kaffee',
  coins: 'Münzen',
  'credit-card': 'Kreditkarte',
  'door-open': 'Offene Tür',
  dumbbell: 'Hantel',
  'file-text': 'Dokument',
  flag: 'Flagge',
  flower: 'Blume',
  folder: 'Ordner',
  gift: 'Geschenk',
  globe: 'Globus',
  'graduation-cap': 'Doktorhut',
  hammer: 'Hammer',
  'hand-heart': 'Hand mit Herz',
  handshake: 'Händedruck',
  heart: 'Herz',
  'heart-handshake': 'Herz und Händedruck',
  'heart-pulse': 'Herz mit Puls',
  hospital: 'Krankenhaus',
  hourglass: 'Sanduhr',
  house: 'Haus',
  key: 'Schlüssel',
  landmark: 'Wahrzeichen',
  laptop: 'Laptop',
  leaf: 'Blatt',
  lock: 'Schloss',
  mail: 'Brief',
  'map-pin': 'Stecknadel',
  monitor: 'Bildschirm',
  moon: 'Mond',
  mountain: 'Berg',
  package: 'Paket',
  palette: 'Palette',
  'party-popper': 'Konfetti',
  pencil: 'Stift',
  phone: 'Telefon',
  'piggy-bank': 'Sparschwein',
  pill: 'Tablette',
  plane: 'Flugzeug',
  rocket: 'Rakete',
  scale: 'Waage',
  school: 'Schule',
  shield: 'Schild',
  ship: 'Schiff',
  'shopping-cart': 'Einkaufswagen',
  sparkles: 'Funkeln',
  star: 'Stern',
  stethoscope: 'Stethoskop',
  sun: 'Sonne',
  syringe: 'Spritze',
  tag: 'Etikett',
  tent: 'Zelt',
  thermometer: 'Thermometer',
  'train-front': 'Zug',
  'tree-deciduous': 'Laubbaum',
  'tree-palm': 'Palme',
  'tree-pine': 'Nadelbaum',
  trees: 'Bäume',
  trophy: 'Pokal',
  truck: 'Lastwagen',
  umbrella: 'Regenschirm',
  user: 'Person',
  users: 'Personen',
  utensils: 'Besteck',
  wallet: 'Geldbörse',
  wrench: 'Schraubenschlüssel',
}

const iconsIn = inLanguage<Readonly<Record<string, string>>>({de: germanIcons, en: {}})

function validateIcon(text: string): ValidationResult {
  const name = text.toLowerCase().replace(/\s+/g, '-')
  return isIcon(name) ? accepted(name) : invalid('NOT_AN_ICON')
}
