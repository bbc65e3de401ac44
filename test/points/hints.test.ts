/** Hints for authors who know other products; mistakes with one place each are in `documents/mistakes`. */
import {describe, expect, test} from 'vitest'
import {applyFix} from '../../src/document/finding.ts'
import {checkWhole} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'

const document = `# Shop

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | /orders | list of Order | Member |
| Order | /orders/:id | record of Order | Member |
| Figures | /figures | dashboard | Member |

### Figures

| Card | Shows | As |
|---|---|---|
| Open | count of Order where status = "open" | number |

## 3. Entities and their fields

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| price | money | yes | |
| paid | money | | |
| due | date | | |
| kind | Kind | | |
| seller | User | yes | me |
| lines | list of Line by order | | |

### Line

- part of: Order

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| rate | number | |

### Kind

| Field | Type |
|---|---|
| name | text |

## 4. States and transitions

### Order

- starts: open
- final: done

| Action | From | To | Who | When | Asks | Then |
|---|---|---|---|---|---|---|
| finish | open | done | Member | | | notify seller |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| positive | Order | price >= 0 | NEGATIVE |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Order, Kind |
| Member | read | User |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NEGATIVE | 422 | Not below zero. |
`

const check = (text: string) => documentOf(text).findings
const told = (text: string) => check(text).map(({code, message, hint}) => `${code} ${message} ${hint}`)

function edited(replace: string, by: string): string {
  expect(document).toContain(replace)
  return document.replaceAll(replace, () => by)
}

test('the document has no findings itself', () => {
  expect(told(document)).toEqual([])
})

describe('a hint', () => {
  test.each([
    [
      'another record that is set',
      '| notify seller |',
      '| for each l in lines: set l.rate = 1 |',
      'N417 `set` changes the record of the action itself, not another record. Write `change l(field: value)`.',
    ],
    [
      'another record that is changed without naming it in a `for each`',
      '| notify seller |',
      '| change seller(name: "x") |',
      'N417 `seller` is not a record of a `for each`. Write it like this: `for each b in bookings: change b(room: room)`.',
    ],
    [
      'a change of another record without fields',
      '| notify seller |',
      '| for each l in lines: change l |',
      'N417 This `change` cannot be read. Write it like this: `for each b in bookings: change b(room: room)`.',
    ],
    [
      'a field of another record that does not exist',
      '| notify seller |',
      '| for each l in lines: change l(rat: 1) |',
      'N419 Line has no field `rat`. Did you mean `rate`?',
    ],
    [
      'a misspelt person beside a role of the same name',
      '| open | done | Member |',
      '| open | done | membr |',
      'N410 Unknown role or person `membr`. Did you mean `Member`?',
    ],
    [
      'a misspelt person in a path',
      '| open | done | Member |',
      '| open | done | sellers.manager |',
      'N410 Unknown role or person `sellers.manager`. Did you mean `seller.manager`?',
    ],
    [
      'a list where one record is meant',
      '| kind | Kind | | |',
      '| kind | Kind | | Kind[name = "a"] |',
      'N068 Expected `Kind`, found `list of Kind`. Take one of them: `[1]` after it is the first.',
    ],
    [
      'half an `if`',
      '| price >= 0 |',
      '| if paid > 0 then price >= 0 |',
      'N050 The expression is incomplete. An `if` needs both: `if … then … else null`.',
    ],
    [
      'a condition after `where`',
      '| notify seller |',
      '| for each o in Order where price > 1: change o(price: 1) |',
      'N055 Unknown name `Order where price`. Write the condition in brackets: `Order[…]`.',
    ],
    [
      'a function of a list in another language',
      '| price >= 0 |',
      '| lines.all(l => l.rate > 0) |',
      'N052 Lists have no such functions here. Write `every l in lines satisfies l.open`, `some l in lines satisfies …`, or a filter: `lines[open]`.',
    ],
    [
      'the state of another record',
      '| notify seller |',
      '| for each o in Order: change o(status: "done") |',
      'N419 The state of another record is changed by an action of Order. Add a row of `system` to Order in point 4, whose When says what has changed here.',
    ],
    [
      'a role that is notified',
      '| notify seller |',
      '| notify Member |',
      'N420 `Member` is a role, and `notify` takes people. Write `notify User[list contains(roles, "Member")]`.',
    ],
    [
      'a default from another field',
      '| paid | money | | |',
      '| paid | money | | price |',
      'N055 A default cannot use `price`: the record does not exist yet. Make this a computed field: `= …` under Type. Or copy the value once, by a row of `system` in point 4 such as When `price = null`, Then `set price = article.price`.',
    ],
    [
      'a reference by name as a default',
      '| kind | Kind | | |',
      '| kind | Kind | | normal |',
      'N313 `normal` is not a Kind: a reference has no default by name. Remove it.',
    ],
    [
      'several people as an input',
      '| Member | | | notify seller |',
      '| Member | | who: many User | notify seller |',
      'N415 An input cannot be `many User`. An action asks for single values. Write `User` for one of them.',
    ],
    [
      'a number of records on a card',
      'count of Order where',
      'number of Order where',
      'N220 A card cannot show `number of Order where status = "open"`. Write `count of Order where status = "open"`.',
    ],
    [
      'words of a choice with semicolons',
      '| paid | money | | |',
      '| paid | one of yes; no | | |',
      'N302 `yes; no` cannot be a word of a choice, because of its characters. Separate the words with commas: `yes, no`.',
    ],
    [
      'a duration in quotes',
      '| paid | money | | |',
      '| paid | = due + "P7D" | | |',
      'N061 `+` cannot be used with `date` and `text`. Write `duration("P7D")`.',
    ],
    [
      'a number in words',
      '\n## 8. The error catalogue',
      '\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| WAIT | ten hours |\n\n## 8. The error catalogue',
      'N903 The value `ten hours` cannot be read. Write `10 hours`.',
    ],
    [
      'a unit in words',
      '\n## 8. The error catalogue',
      '\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| MAX_UPLOAD | 10 megabyte |\n\n## 8. The error catalogue',
      'N903 The value `10 megabyte` cannot be read. Write `10 MB`.',
    ],
    [
      'a city as a time zone',
      '\n## 8. The error catalogue',
      '\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| TIME_ZONE | "Berlin" |\n\n## 8. The error catalogue',
      'N904 TIME_ZONE must be the name of a time zone, such as "Europe/Paris". Did you mean `"Europe/Berlin"`?',
    ],
    [
      'a word of a choice without quotes',
      'status = "open"',
      'status = open',
      'N055 `open` needs quotes. Write `"open"`.',
    ],
    [
      'arguments with semicolons',
      'price >= 0',
      'max([price; 0]) >= 0',
      'N052 `;` does not separate arguments. Write `,`.',
    ],
    [
      'fields without columns',
      '### Kind',
      '## Kind',
      'N022 This looks like the heading of Kind, but is not read as one. Write `### Kind`.',
    ],
    [
      'settings of no screen',
      '| Figures | /figures | dashboard | Member |\n',
      '| Figures | /figures | dashboard | Member |\n\n- columns: price\n',
      'N018 The setting `columns` does not belong to a screen. Put it under a heading with the name of a screen: `### Orders`.',
    ],
  ])('for %s', (_, replace, by, expected) => {
    expect(told(edited(replace, by))).toEqual([expected])
  })

  test('names every column once', () => {
    const [finding] = check(
      edited('| Field | Type |\n|---|---|\n| name', '| Field | Type | Colour |\n|---|---|---|\n| name'),
    )
    expect(finding?.code).toBe('N014')
    expect(finding?.hint.match(/Meaning/g)).toHaveLength(1)
  })
})

describe('a card with a mistake', () => {
  test.each([
    ['count of Ordr', 'N211'],
    ['counts of Order', 'N220'],
    ['count of Order where', 'N050'],
  ])('L20: %s is the only finding, and the dashboard is not reported as empty', (shows, code) => {
    expect(check(edited('count of Order where status = "open"', shows)).map(each => each.code)).toEqual([code])
  })

  test('a dashboard without any cards still has its warning', () => {
    const without = document.replace(/### Figures[^#]*/, '')
    expect(check(without).map(each => each.code)).toEqual(['N221'])
  })
})

describe('an entity that is missing', () => {
  test('is reported once, with the other places', () => {
    const text = document.replace(/### Kind[^#]*/, '')
    const found = check(text)
    expect(found.map(({code, message}) => `${code} ${message}`)).toEqual(['N308 Unknown entity `Kind`.'])
    expect(found[0]?.also).toHaveLength(1)
  })

  test('is reported at its heading, if that is misspelt', () => {
    const text = edited('### Kind', '### Knid')
    const [finding, ...others] = check(text)
    expect(others).toEqual([])
    expect(finding).toMatchObject({code: 'N303', hint: 'Did you mean `### Kind`?'})
    expect(finding?.fix && check(applyFix(text, finding.fix))).toEqual([])
  })

  test('is not reported again if its heading cannot be a name', () => {
    expect(check(edited('### Kind', '### kind')).map(({code}) => code)).toEqual(['N303'])
  })

  test('is reported once if everything about it is gone', () => {
    const text = document.replace(/### Order\n\n\| Field[^#]*/, '')
    expect(check(text).map(({code, message}) => `${code} ${message}`)).toEqual(['N211 Unknown entity `Order`.'])
  })
})

describe('a constant that cannot be parsed', () => {
  test('is reported once, not wherever it is used', () => {
    const limits = '\n## 9. Business constants and limits\n\n| Name | Value |\n|---|---|\n| LEAST | 0,50 |\n'
    const text = `${edited('price >= 0', 'price >= LEAST')}${limits}`
    expect(check(text).map(({code}) => code)).toEqual(['N903'])
  })
})

describe('L4: point 7', () => {
  const calls = (table: string) => check(edited('## 8.', `## 7. The calls it makes\n\n${table}\n\n## 8.`))

  test('accepts a valid call', () => {
    const found = calls(
      '| Call | Method | Path | Does | For |\n|---|---|---|---|---|\n| a | GET | /api/a | list of Order | Member |',
    )
    expect(found).toEqual([])
  })

  test.each([
    ['| Foo | Bar |\n|---|---|\n| a | b |', ['N016']],
    [
      '| Call | Methd | Path | Does | For |\n|---|---|---|---|---|\n| a | GET | /a | list of Order | Member |',
      ['N014'],
    ],
    ['| Call | Path |\n|---|---|\n| a | /a |', ['N015', 'N015', 'N015']],
  ])('rejects tables with other columns: %j', (table, codes) => {
    expect(calls(table).map(({code}) => code)).toEqual(codes)
  })
})

test('a hint about a field of the engine that an action asks for works as it is written', () => {
  const asks = edited('| seller | User | yes | me |', '| seller | User | yes | me | engine |')
    .replace(
      '| Field | Type | Required | Default |\n|---|---|---|---|',
      '| Field | Type | Required | Default | Set by |\n|---|---|---|---|---|',
    )
    .replace('| Member | | | notify seller |', '| Member | | seller | notify seller |')
  expect(told(asks)).toEqual([
    'N415 `seller` cannot be asked for, because people do not fill it in. Ask for an input with another name, and write `set seller = new_seller` under Then: `new_seller: User`.',
  ])
  expect(
    told(asks.replace('| seller | notify seller |', '| new_seller: User | set seller = new_seller; notify seller |')),
  ).toEqual([])
})

test('a list of parts that a grant of another role names is no field of the screen', () => {
  const named = edited('### Figures', '### Order\n\n- fields: price, lines\n\n### Figures')
  const unseen = (text: string) =>
    checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
      .findings.filter(({code}) => code === 'N231')
      .map(({message, hint}) => `${message} ${hint}`)
  expect(unseen(named)).toEqual([])
  const others = named
    .replace('| Member | sign-up |', '| Member | sign-up |\n| Boss | invitation |')
    .replace('| Member | read | User |', '| Member | read | User |\n| Boss | all | Line, Order |')
  expect(unseen(others)).toEqual([
    'No role that can open "Order" may read `lines`. Grant Member `read` on Line in point 6: a part that a grant names has no other permissions. Or remove it here.',
  ])
})
