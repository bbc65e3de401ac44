/** A German document has completely German pages: no built-in text is English, on any kind of screen. */

import {expect, test} from 'vitest'
import {serverMessages as germanForms} from '../../src/features/forms/messages.de.ts'
import {serverMessages as englishForms} from '../../src/features/forms/messages.en.ts'
import {writtenWith} from '../../src/features/planning/components/days.ts'
import {errors as german} from '../../src/messages/de/errors.ts'
import {errors} from '../../src/messages/en/errors.ts'
import {messages as ours} from '../../src/screens/messages.de.ts'
import {messages as english} from '../../src/screens/messages.en.ts'
import {type Actor, documentGrants, nobody, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {sqlite} from '../kit/store-databases.ts'

const verein = `# Werkstatt

## 1. Wozu

Dinge werden repariert.

- shows its specification: Wart

| Audience | Wants |
|---|---|
| Leute | heile Dinge |

## 2. Seiten

| Screen | Route | Shows | For |
|---|---|---|---|
| Lage | / | dashboard | Wart |
| Aufträge | /auftraege | list of Auftrag | Wart |
| Leer | /leer | list of Auftrag | Wart |
| Auftrag | /auftraege/:number | record of Auftrag | Wart |
| Neuer Auftrag | /neu | form for Auftrag | Wart |
| Brett | /brett | board of Auftrag by status | Wart |
| Kalender | /kalender | calendar of Auftrag by von..bis | Wart |
| Zeiten | /zeiten | timeline of Auftrag by von..bis per wart | Wart |
| Regeln | /regeln | page | everyone |

### Lage

| Card | Shows | As |
|---|---|---|
| Offen | count of Auftrag where status = "neu" | number |
| Nach Status | count of Auftrag by status | bars |
| Nach Monat | count of Auftrag by month(von) | line |
| Anteil | count of Auftrag by status | donut |
| Liste | list of Auftrag limit 5 columns number, ding | table |

### Aufträge

- columns: number, ding, eilig, wart, created, created_by, status
- filters: status, eilig, wart, von
- search: ding

### Leer

- where: ding = "gibt es nicht"

### Auftrag

- with: Notiz by auftrag

### Regeln

Seien Sie nett.

## 3. Dinge

### Auftrag

- named by: ding
- plural: Aufträge

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| ding | text 3..80 | yes | |
| eilig | yes/no | yes | yes |
| von | date | | |
| bis | date | | |
| wart | User | | |

### Notiz

- part of: Auftrag

| Field | Type | Required |
|---|---|---|
| auftrag | Auftrag | yes |
| text | text 1..80 | yes |

## 4. Zustände

### Auftrag

- starts: neu
- final: fertig

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| reparieren | neu | fertig | Wart | |

## 6. Rollen

| Role | Meaning | Joins by |
|---|---|---|
| Wart | repariert | invitation |

| Role | May | On |
|---|---|---|
| Wart | all | Auftrag, Notiz, User |

## 9. Grenzen

| Name | Value |
|---|---|
| LANGUAGE | "de" |
| TIME_ZONE | "Europe/Berlin" |
`

/** Every fixed built-in text that differs in German. */
function englishOnly(from: object, to: object): string[] {
  return Object.entries(from).flatMap(([key, value]) => {
    const other: unknown = Reflect.get(to, key)
    if (typeof value === 'object' && value !== null && typeof other === 'object' && other !== null)
      return englishOnly(value, other)
    return typeof value === 'string' && value !== other ? [value] : []
  })
}

const known = new Set([
  ...englishOnly(english, ours),
  ...Object.values(errors),
  ...['Yes', 'No', 'Created', 'Created by', 'Updated', 'Updated by', 'Email', 'Roles', 'Active'],
])

/** Texts and attributes that are shown or announced, without the data of the page. */
function said(html: string): string[] {
  const body = html.slice(html.indexOf('<body'), html.indexOf('<script type="application/json"'))
  const attributes = [...body.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(match => match[1] ?? '')
  return [...attributes, ...body.replace(/<!-- -->/g, '').split(/<[^>]*>/)].map(text => text.trim()).filter(Boolean)
}

async function world() {
  const {engine} = await engineOf({document: verein, address: await sqlite.make(), grants: documentGrants})
  const wart = done(await engine.change(operator, [creating('User', {name: 'Uwe', email: 'uwe@example.com'})]))
  const at = {von: '2026-03-09', bis: '2026-03-12', wart: wart.id}
  const auftrag = done(await engine.change(operator, [creating('Auftrag', {ding: 'Kessel', ...at})]))
  done(await engine.change(operator, [creating('Notiz', {auftrag: auftrag.id, text: 'Deckel fehlt'})]))
  return {pages: pagesOf(engine), wart: person(wart.id, 'Wart')}
}

const paths = [
  '/',
  '/auftraege',
  '/auftraege?eilig=yes',
  '/auftraege?q=nirgends',
  '/leer',
  '/auftraege/1',
  '/auftraege/1?edit',
  '/auftraege/1?delete',
  '/neu',
  '/brett',
  '/kalender',
  '/kalender?view=week',
  '/kalender?view=agenda',
  '/zeiten',
  '/regeln',
  '/about',
  '/search',
  '/search?q=kessel',
  '/search?q=nirgends',
  '/_book/7',
  '/gibt-es-nicht',
]

test('no page contains a built-in English text', async () => {
  const {pages, wart} = await world()
  for (const path of paths) {
    const html = await pages.html(wart, path)
    expect(html).toContain('<html lang="de">')
    expect([path, said(html).filter(text => known.has(text))]).toEqual([path, []])
  }
  expect(said(await pages.html(wart, '/auftraege')).join(' ')).toMatch(/Angelegt von.*Ja/)
})

test('invalid input is rejected in German, with the same statuses as in English', async () => {
  const {pages, wart} = await world()
  const asked = async (who: Actor, path: string, fields: Readonly<Record<string, string>>) =>
    JSON.stringify(await pages.post(who, path, fields))
  expect(await asked(wart, '/neu', {_action: 'create', ding: 'x'})).toContain('Geben Sie mindestens 3 Zeichen ein.')
  expect(await asked(wart, '/neu', {_action: 'unerhört'})).toContain('Diese Aktion ist nicht mehr verfügbar')
  expect(await asked(nobody, '/regeln', {_action: 'x'})).toContain('Diese Seite nimmt keine Eingaben an')
})

test('every built-in error uses the same values in both languages', () => {
  // English names a field with its article: “a title”.
  const names = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => (name === 'a_field' ? 'field' : name)).sort()
  expect(Object.keys(german).sort()).toEqual(Object.keys(errors).sort())
  for (const [code, message] of Object.entries(errors))
    expect([code, names(String(Reflect.get(german, code)))]).toEqual([code, names(message)])
})

test('the calendar of a form formats days like the other pages', () => {
  const days = Array.from({length: 12}, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-0${(month % 7) + 1}`)
  for (const [locale, {dateNames}] of [
    ['en-GB', englishForms],
    ['de', germanForms],
  ] as const) {
    const said = writtenWith(dateNames)
    const formats = {
      day: {day: 'numeric', month: 'short'},
      full: {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'},
      month: {month: 'long', year: 'numeric'},
    } as const
    for (const kind of ['day', 'full', 'month'] as const) {
      const format = new Intl.DateTimeFormat(locale, {...formats[kind], timeZone: 'UTC'})
      expect(days.map(said[kind])).toEqual(days.map(day => format.format(new Date(day))))
    }
    const short = new Intl.DateTimeFormat(locale, {weekday: 'short', timeZone: 'UTC'})
    expect(said.weekdays.map(each => each.short)).toEqual(
      Array.from({length: 7}, (_, index) => short.format(new Date(Date.UTC(2026, 0, 5 + index)))),
    )
  }
})
