/** Nothing but the languages themselves, and the texts in them, knows that there are English and German. */
import {globSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {german} from '../../src/messages/de/index.ts'
import {english} from '../../src/messages/en/index.ts'
import type {Language} from '../../src/messages/language.ts'
import {dateLocaleOf, grammarOf, languageOf, listInLanguage} from '../../src/messages/languages.ts'

const tags = globSync('src/messages/*/index.ts').map(file => file.split('/').at(-2) ?? '')
const tag = tags.join('|')
/** A language is its folder, the list of them, and a file of texts beside each feature and kind, with the lists of these. */
const ofLanguages = new RegExp(`^src/messages/(?:(?:${tag})/|languages?\\.ts)|/messages(?:\\.(?:${tag}|client))?\\.ts$`)
/** Findings, which are English, use its grammar and its errors. */
const english_ = /^src\/(?:points|engine\/demo)\/.*from '[./]+\/messages\/en\/(?:nouns|errors)\.ts'/

/** `'de'`, `'en-GB'`, `startsWith('en')`, and the module of one language. */
function namesIn(file: string, text: string): string[] {
  const name = new RegExp(`'(?:${tag})(?:-[A-Z]{2})?'|from '[^']*/messages[/.](?:${tag})[/.]`)
  return text
    .split('\n')
    .map(line => line.replace(/\/\/.*|^\s*\/?\*.*/, ''))
    .flatMap((line, index) =>
      name.test(line) && !english_.test(`${file} ${line}`) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    )
}

describe('a language', () => {
  it('is named nowhere else', () => {
    expect(tags.length).toBeGreaterThan(1)
    const files = globSync('src/**/*.{ts,tsx}').filter(file => !ofLanguages.test(file))
    expect(files.length).toBeGreaterThan(500)
    // Times in the form of ISO 8601, whatever the language.
    const found = files.flatMap(file => namesIn(file, readFileSync(file, 'utf8'))).filter(each => !/'en-CA'/.test(each))
    expect(found).toEqual([])
  })

  it.each([
    "const isGerman = language === 'de'",
    "const locale = language === 'en' ? 'en-GB' : language",
    "import {withArticle} from '../../messages/en/nouns.ts'",
  ])('would be found in %s', line => {
    expect(namesIn('src/features/some.ts', line)).toHaveLength(1)
  })

  it('has its texts in every folder that has texts, unless it begins with the English ones', () => {
    const texts = globSync('src/**/messages.en.ts')
    expect(texts.length).toBeGreaterThan(15)
    const hasBegun = (each: string) => /\.\.\.english\./.test(readFileSync(`src/screens/messages.${each}.ts`, 'utf8'))
    expect(['en', 'de'].filter(hasBegun)).toEqual([])
    const all = tags
      .filter(each => !hasBegun(each))
      .flatMap(each => texts.map(file => file.replace(/\.en\.ts$/, `.${each}.ts`)))
    expect(all.filter(file => !globSync('src/**/messages.??.ts').includes(file))).toEqual([])
  })
})

describe.each<Language>([english, german])('$tag', language => {
  it('is found by its name, with a country too', () => {
    expect([languageOf(language.tag), languageOf(`${language.tag}-AT`)]).toEqual([language, language])
    expect([dateLocaleOf(language.tag), dateLocaleOf(`${language.tag}-AT`)]).toEqual([
      language.dateLocale,
      `${language.tag}-AT`,
    ])
  })
})

describe('a language that the application does not speak', () => {
  const {titled, pluralOf, toActor, addressed, verbOf, dateRange} = grammarOf('fr')

  it('has English texts', () => {
    expect(languageOf('fr')).toBe(english)
    expect(listInLanguage(['Ada', 'Max', 'Cem'], 'fr')).toBe('Ada, Max et Cem')
  })

  it('leaves the texts of a document as they are', () => {
    expect(titled('Ada a demandé un congé.')).toBe('Ada a demandé un congé')
    expect([pluralOf('Congé'), toActor('their'), dateRange('Thu, 19'), verbOf('approuver', ['approuvé'])]).toEqual([
      'Congé',
      'their',
      'Thu, 19',
      null,
    ])
    expect(addressed(['a approuvé le congé de ', {reader: 'Ada'}, '.'])).toBe('a approuvé le congé de Ada.')
  })
})
