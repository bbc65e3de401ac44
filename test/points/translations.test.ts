/** Translation files of a document: how they are read, checked and prepared for a translator. */

import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {checkTranslations, documentTexts, specificationIn, withMissing} from '../../src/points/translations.ts'
import {documentOf, translatedDocument} from '../kit/documents.ts'

const shop = `# Shop

## 1. What the product does

Sell things.

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | / | list of Order | Seller |
| Terms | /terms | page | everyone |

### Orders

- empty: No orders yet.

### Terms

Pay within {PAY_WITHIN}.

- Keep the receipt,
  always.
- Be kind.

## 3. Entities

### Order

- named by: {what} of {day}

| Field | Type | Required | Meaning |
|---|---|---|---|
| what | text 1..80 | yes | what is sold |
| day | date | | |
| speed | one of slow, very_fast | | |

## 4. States

### Order

- starts: new
- final: sent

| Action | From | To | Who | Error | Says |
|---|---|---|---|---|---|
| send off | new | sent | Seller | TOO_LATE | sent {what} |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Seller | sells things | sign-up |

| Role | May | On |
|---|---|---|
| Seller | all | Order |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_LATE | 409 | {what} is gone. |

## 9. Constants

| Name | Value |
|---|---|
| PAY_WITHIN | 14 days |
`

const german = `# Laden

## 2. Screens

| Text | Translation |
|---|---|
| Orders | Bestellungen |
| Sent | Verschickt |

### Terms

| Text | Translation |
|---|---|
| Pay within {PAY_WITHIN}. | Zahlen Sie innerhalb von {PAY_WITHIN}. |
| Keep the receipt, always. | Heben Sie den Beleg auf. |

## 3. Entities

### Order

| Text | Translation |
|---|---|
| {what} of {day} | {what} vom {day} |
| Very fast | Sehr schnell |
| What | Was |

## 8. Errors

| Text | Translation |
|---|---|
| {what} is gone. | {what} ist weg. |

## 9. Constants

| Text | Translation |
|---|---|
| 14 days | 14 Tagen |
`

function codes(translation: string): string[] {
  const {specification} = translatedDocument(shop, {de: translation})
  return checkTranslations(specification).map(({code, file, line, column}) => `${code} ${file}:${line}:${column}`)
}

describe('the texts of a document', () => {
  it('are labels, prose, choices, states, sentences, messages and durations, each once', () => {
    expect(
      documentTexts(documentOf(shop).specification).map(
        ({point, section, text}) => `${point} ${section ?? ''}: ${text}`,
      ),
    ).toEqual([
      '1 : Shop',
      '1 : Sell things.',
      '2 : Orders',
      '2 Orders: No orders yet.',
      '2 : Terms',
      '2 Terms: Pay within {PAY_WITHIN}.',
      '2 Terms: Keep the receipt, always.',
      '2 Terms: Be kind.',
      '3 Order: {what} of {day}',
      '3 Order: Order',
      '3 Order: What',
      '3 Order: what is sold',
      '3 Order: Day',
      '3 Order: Slow',
      '3 Order: Very fast',
      '3 Order: Speed',
      '3 Order: New',
      '3 Order: Sent',
      '3 Order: Status',
      '4 Order: Send off',
      '4 Order: sent {what}',
      '6 : sells things',
      '6 : Seller',
      '8 : {what} is gone.',
      '9 : 14 days',
    ])
  })

  it('are replaced in the specification of a language, wherever they occur', () => {
    const {specification} = translatedDocument(shop, {de: german})
    const other = specificationIn(specification, 'de')
    const order = other.entities.entities.get('Order')
    expect(specification.languages).toEqual(['en', 'de'])
    expect(other.limits.settings.LANGUAGE).toBe('de')
    expect(other.screens.screens.map(({name}) => name)).toEqual(['Bestellungen', 'Terms'])
    expect(order?.plural).toBe('Bestellungen')
    expect(order?.fields.get('what')?.label).toBe('Was')
    expect(order?.namedBy.parts).toContainEqual({kind: 'text', text: ' vom '})
    const {control, written} = order?.fields.get('speed')?.type ?? {}
    expect(written).toBe('one of slow, very_fast')
    expect([...(control?.labels ?? [])]).toEqual([
      ['slow', 'Slow'],
      ['very_fast', 'Sehr schnell'],
    ])
    expect(other.errors.declared.get('TOO_LATE')?.message).toBe('{what} ist weg.')
    expect(other.translation.prose('Pay within\n{PAY_WITHIN}.\n\n- Keep the receipt,\n  always.\n- Be kind.')).toBe(
      'Zahlen Sie innerhalb von {PAY_WITHIN}.\n\n- Heben Sie den Beleg auf.\n- Be kind.',
    )
    expect(other.limits.constants.get('PAY_WITHIN')?.shown).toBe('14 Tagen')
  })

  it('include the labels of formula results, while formulas compare the values', () => {
    const shelf = `# Shelf

## 3. Entities and their fields

### Shelf

| Field | Type |
|---|---|
| items | number |
| room | = if items > 9 then "full" else "free" |
| many | = items * 2 |

| Field | Value | Label |
|---|---|---|
| room | full | No space |
`
    const {specification} = translatedDocument(shelf, {
      de: '## 3. Entities\n\n| Text | Translation |\n|---|---|\n| No space | Voll |\n',
    })
    const shown = (language: string, word: string) => {
      const field = specificationIn(specification, language).entities.entities.get('Shelf')?.fields.get('room')
      return field?.type.toText(word, {
        language,
        zone: 'UTC',
        currency: 'EUR',
        nameOf: () => '',
        keyOf: () => '',
        find: () => null,
      })
    }
    expect([shown('en', 'full'), shown('de', 'full'), shown('de', 'free')]).toEqual(['No space', 'Voll', 'free'])
    const wrong = documentOf(shelf.replace('| room | full |', '| many | 2 |')).findings
    expect(wrong).toContainEqual(expect.objectContaining({code: 'N328'}))
  })

  it('are unchanged in a language that the document does not offer', () => {
    const {specification} = documentOf(shop)
    expect(specificationIn(specification, 'fr')).toBe(specification)
  })

  it('can differ by the heading they are under', () => {
    const here = german.replace('| What | Was |', '| What | Was |\n| Orders | Aufträge |')
    const other = specificationIn(translatedDocument(shop, {de: here}).specification, 'de')
    expect([other.screens.screens[0]?.name, other.entities.entities.get('Order')?.plural]).toEqual([
      'Bestellungen',
      'Aufträge',
    ])
  })
})

describe('a translation file', () => {
  it('gets one finding for its missing texts', () => {
    const found = checkTranslations(translatedDocument(shop, {de: german}).specification)
    expect(found.map(({code, severity, line, message}) => [code, severity, line, message])).toEqual([
      ['N040', 'warning', 1, '16 texts have no translation: “Shop”, “Sell things.”, “No orders yet.” and 13 more.'],
    ])
  })

  it('gets findings for removed texts, duplicate rows, and different fields in braces', () => {
    expect(codes(german.replace('| Orders |', '| Odrers |'))).toContain('N041 app.de.md:7:3')
    expect(codes(german.replace('| Sent | V', '| Orders | X |\n| Sent | V'))).toContain('N042 app.de.md:8:3')
    expect(codes(german.replace('{what} ist weg.', '{was} ist weg.'))).toContainEqual(
      expect.stringMatching(/^N043 app\.de\.md:\d+:21$/),
    )
  })

  it('gets a row for every missing text, under the headings of the document', () => {
    const {specification} = documentOf(shop)
    const empty = withMissing(specification, {source: '', language: 'de'})
    expect(empty).toContain('## 3. Entities\n\n### Order\n\n| Text | Translation |\n|---|---|\n| {what} of {day} | |\n')
    expect(withMissing(specification, {source: empty, language: 'de'})).toBe(empty)
    const filled = withMissing(specification, {source: german, language: 'de'})
    for (const line of german.split('\n')) expect(filled).toContain(line)
    expect(filled).toContain('| What | Was |\n| Order | |\n')
    const {specification: whole} = translatedDocument(shop, {de: filled.replaceAll(/^\| (.*) \| \|$/gm, '| $1 | $1 |')})
    expect(checkTranslations(whole)).toEqual([])
  })
})

describe.each(['time-off', 'rooms'])('apps/%s', name => {
  it('is complete in German', () => {
    const [document, translation] = ['app.md', 'app.de.md'].map(file => readFileSync(`apps/${name}/${file}`, 'utf8'))
    const {specification} = translatedDocument(document ?? '', {de: translation ?? ''})
    expect(checkTranslations(specification)).toEqual([])
  })
})
