/**
 * Writes `src/features/planning/holidays/data.ts`: the public holidays of some countries for some years, from `date-holidays`. Run
 * by hand when years or countries are added: `npm install --no-save date-holidays && node scripts/public-holidays.ts`.
 */
import {writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'

const years = [2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032]

const countries =
  'AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP KR LI LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK TR UA US ZA'

/** Countries whose regions differ too much for the national days to suffice. */
const withRegions = new Set('AT AU CA CH DE ES GB US'.split(' '))

/** Names of regions and days that `date-holidays` lacks in a language, or has in an uncommon form. */
const corrections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    Bayern: 'Bavaria',
    Hessen: 'Hesse',
    'Mecklenburg-Vorpommern': 'Mecklenburg-Western Pomerania',
    Niedersachsen: 'Lower Saxony',
    'Nordrhein-Westfalen': 'North Rhine-Westphalia',
    'Rheinland-Pfalz': 'Rhineland-Palatinate',
    Sachsen: 'Saxony',
    'Sachsen-Anhalt': 'Saxony-Anhalt',
    Thüringen: 'Thuringia',
    Andalucía: 'Andalusia',
    'Murcia Region': 'Murcia',
    'Navarra Chartered Community': 'Navarre',
    'Comunidad de Madrid': 'Madrid',
    'Ciudad de Ceuta': 'Ceuta',
    'Ciudad de Melilla': 'Melilla',
    'DE National Holiday': 'German Unity Day',
    'AT National Holiday': 'National Day',
    'LU National Holiday': 'National Day',
    Staatsfeiertag: 'Labour Day',
    Bundesfeiertag: 'Swiss National Day',
    'Fête nationale': 'Swiss National Day',
    'Giorno festivo federale': 'Swiss National Day',
    'Implantação da República': 'Republic Day',
    'Restauração da Independência': 'Restoration of Independence',
  },
  de: {Maifeiertag: 'Tag der Arbeit', 'Land Salzburg': 'Salzburg'},
}

/** `Canton of Zürich` and `Hansestadt Bremen` become Zürich and Bremen. */
const regionName = (name: string, language: string) =>
  inWords(name.replace(/^(?:Canton of|Kanton|Hansestadt) /, ''), language)

/** A correction may apply to one country: `DE National Holiday`. */
const ownName = (country: string, name: string, language: string) =>
  inWords(corrections[language]?.[`${country} ${name}`] ?? name, language)

const inWords = (name: string, language: string) => plain(corrections[language]?.[name] ?? name)

interface Day {
  readonly date: string
  readonly name: string
  readonly type: string
}

interface Calendar {
  init(country: string, region?: string): void
  getStates(country: string, language: string): Record<string, string> | undefined
  getLanguages(): string[]
  setLanguages(languages: string): void
  getHolidays(year: number): Day[]
}

const Holidays: new () => Calendar = createRequire(import.meta.url)('date-holidays')
const calendar = new Holidays()

/** Keyed by day: its names in English and in the first language of the country. */
function daysOf(country: string, region?: string): Map<string, [string, string]> {
  calendar.init(country, region)
  const [own = 'en'] = calendar.getLanguages()
  const named = (language: string) => {
    calendar.setLanguages(language)
    const days = years.flatMap(year => calendar.getHolidays(year)).filter(({type}) => type === 'public')
    return Map.groupBy(days, ({date}) => date.slice(0, 10))
  }
  const [english, local] = [named('en'), named(own)]
  const joined = (language: string, days: readonly Day[] = []) =>
    [...new Set(days.map(({name}) => ownName(country, name, language)))].join(' / ')
  return new Map(
    [...english].map(([date, days]) => [date, [joined('en', days), joined(own.slice(0, 2), local.get(date))]]),
  )
}

/** Without the separators of the file. */
const plain = (text: string) =>
  text
    .replaceAll(/[\t;^|`$\\]/g, ' ')
    .replaceAll("'", '’')
    .trim()

/** `0101` if it is the same day each year, otherwise `250418,260403,…`. */
function written(dates: readonly string[]): string {
  const [first = ''] = dates
  const fixed = dates.length === years.length && dates.every(date => date.slice(5) === first.slice(5))
  return fixed ? first.slice(5).replace('-', '') : dates.map(date => date.slice(2).replaceAll('-', '')).join(',')
}

function lineOf(country: string): string {
  calendar.init(country)
  const [own = 'en'] = calendar.getLanguages()
  const states = withRegions.has(country) ? (calendar.getStates(country, 'en') ?? {}) : {}
  const localStates = calendar.getStates(country, own) ?? {}
  const known: string[] = []
  const indexes = (region?: string) => {
    const byName = Map.groupBy(daysOf(country, region), ([, names]) => names.join('^'))
    return [...byName].map(([names, days]) => {
      const entry = `${names}^${written(days.map(([date]) => date).toSorted())}`
      if (!known.includes(entry)) known.push(entry)
      return known.indexOf(entry)
    })
  }
  const national = indexes().join(',')
  const regions = Object.entries(states).map(([code, name]) => {
    const names = [regionName(name, 'en'), regionName(localStates[code] ?? name, own.slice(0, 2))]
    return `${code}|${[...new Set(names)].join('^')}|${indexes(code).join(',')}`
  })
  return [country, own.slice(0, 2), known.join(';'), national, regions.join(';')].join('\t')
}

const data = countries.split(' ').map(lineOf).join('\n')

writeFileSync(
  'src/features/planning/holidays/data.ts',
  `/**
 * Public holidays of ${countries.split(' ').length} countries, ${years[0]} to ${years.at(-1)}. Written by scripts/public-holidays.ts from the data of date-holidays
 * (https://github.com/commenthol/date-holidays), which is made from articles of Wikipedia and available under CC BY-SA 3.0
 * (https://creativecommons.org/licenses/by-sa/3.0/); so is this file.
 *
 * A line is a country: its code, its language, its days (English name, local name, dates), which of them are national, and its regions with
 * theirs (English name, and the local one where it differs).
 */
export const publicHolidays = \`
${data}
\`
`,
)
