/**
 * Writes `src/engine/holidays/data.ts`: the public holidays of some countries for some years, as `date-holidays` knows them. It is run by hand, when years or
 * countries are added: `npm install --no-save date-holidays && node scripts/public-holidays.ts`.
 */
import {writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'

const years = [2025, 2026, 2027, 2028, 2029, 2030, 2031, 2032]

const countries =
  'AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IN IS IT JP KR LI LT LU LV MT MX NL NO NZ PL PT RO SE SG SI SK TR UA US ZA'

/** Countries in which the days differ so much between regions that the national ones are not enough. */
const withRegions = new Set('AT AU CA CH DE ES GB US'.split(' '))

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

/** By the day: its names in English and in the first language of the country. */
function daysOf(country: string, region?: string): Map<string, [string, string]> {
  calendar.init(country, region)
  const [own = 'en'] = calendar.getLanguages()
  const named = (language: string) => {
    calendar.setLanguages(language)
    const days = years.flatMap(year => calendar.getHolidays(year)).filter(({type}) => type === 'public')
    return Map.groupBy(days, ({date}) => date.slice(0, 10))
  }
  const [english, local] = [named('en'), named(own)]
  const joined = (days: readonly Day[] = []) => [...new Set(days.map(({name}) => plain(name)))].join(' / ')
  return new Map([...english].map(([date, days]) => [date, [joined(days), joined(local.get(date))]]))
}

/** Without the characters that separate parts of the file. */
const plain = (text: string) => text.replaceAll(/[\t;^|`$\\]/g, ' ').trim()

/** `0101` where it is the same day each year, else `250418,260403,…`. */
function written(dates: readonly string[]): string {
  const [first = ''] = dates
  const fixed = dates.length === years.length && dates.every(date => date.slice(5) === first.slice(5))
  return fixed ? first.slice(5).replace('-', '') : dates.map(date => date.slice(2).replaceAll('-', '')).join(',')
}

function lineOf(country: string): string {
  calendar.init(country)
  const [own = 'en'] = calendar.getLanguages()
  const states = withRegions.has(country) ? (calendar.getStates(country, 'en') ?? {}) : {}
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
  const regions = Object.entries(states).map(([code, name]) => `${code}|${plain(name)}|${indexes(code).join(',')}`)
  return [country, own.slice(0, 2), known.join(';'), national, regions.join(';')].join('\t')
}

const data = countries.split(' ').map(lineOf).join('\n')

writeFileSync(
  'src/engine/holidays/data.ts',
  `/**
 * Public holidays of ${countries.split(' ').length} countries, ${years[0]} to ${years.at(-1)}. Written by scripts/public-holidays.ts from the data of date-holidays
 * (https://github.com/commenthol/date-holidays), which is made from articles of Wikipedia and available under CC BY-SA 3.0
 * (https://creativecommons.org/licenses/by-sa/3.0/); so is this file.
 *
 * A line is a country: its code, its language, its days (English name, local name, dates), which of them are national, and its regions with theirs.
 */
export const publicHolidays = \`
${data}
\`
`,
)
