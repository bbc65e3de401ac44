/** Documents as texts, for tests. */

import type {CheckedDocument} from '../../src/points/specification.ts'
import {checkDocument} from '../../src/screens/testing.ts'

export function documentOf(text: string, file = 'app.md'): CheckedDocument {
  return checkedOnce([{file, text}])
}

/**
 * Documents are read-only, so consecutive tests with the same one share it. Those of products take long to check and to
 * compile, so small ones do not displace them.
 */
function checkedOnce(files: readonly {readonly file: string; readonly text: string}[]): CheckedDocument {
  const key = files.map(({file, text}) => `${file}\n${text}`).join('\n')
  const bytes = (text: string) => new TextEncoder().encode(text)
  const {latest, most} = key.length < fewestOfLarge ? small : large
  const checked = latest.get(key) ?? checkDocument(files.map(({file, text}) => ({file, bytes: bytes(text)})))
  latest.delete(key)
  latest.set(key, checked)
  const [oldest = key] = latest.keys()
  if (latest.size > most) latest.delete(oldest)
  return checked
}

/** With translation files, by language. */
export function translatedDocument(text: string, translations: Readonly<Record<string, string>>): CheckedDocument {
  const beside = Object.entries(translations).map(([language, each]) => ({file: `app.${language}.md`, text: each}))
  return checkedOnce([{file: 'app.md', text}, ...beside])
}

/** The most recently used is last. */
const small = {latest: new Map<string, CheckedDocument>(), most: 12}
const large = {latest: new Map<string, CheckedDocument>(), most: 6}
const fewestOfLarge = 30_000

export const ninePoints = `# Nothing yet

## 1. What the product does and for whom

The purpose and the audience are not shown.

## 2. Screens and routes

The screens are not shown.

## 3. Entities and their fields

The entities are not shown.

## 4. States and transitions

None are shown.

## 5. Validation rules

None are shown.

## 6. Roles and permissions

The roles are not shown.

## 7. The calls it makes

None are shown.

## 8. The error catalogue

It is not shown.

## 9. Business constants and limits

They are not shown.
`

export const handbook = `# Handbook

## 1. What the product does and for whom

Tells new people <b>how</b> things work & where they are.

| Audience | Wants |
|---|---|
| New people | to find their way |

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | everyone |
| Plain | /plain | page | everyone |
| Other | /other | page | everyone |
| Hidden | /hidden | page | everyone |
| Staff | /staff | page | Staff |

### Start

Welcome. Answers come within {ANSWER_WITHIN}. <script>alert(1)</script>

- First item
- Second item

| Day | Open |
|---|---|
| Monday | 9 to 5 |

### Plain

Plain words with a [link](/other), and [another](javascript:alert(1)).

### Other

Other words.

### Hidden

- menu: no

Not in the menu.

### Staff

For staff alone.

## 6. Roles and permissions

| Role | Meaning |
|---|---|
| Staff | works here |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NOT_FOUND | 404 | No such page. Look around, or ask at the desk. |
| FAILURE | 500 | That did not work. Quote {reference}. |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| ANSWER_WITHIN | 2 days | |
`
