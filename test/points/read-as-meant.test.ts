/** What is declared wrongly is reported once, with a hint that works; what names it is not reported as well. */
import {describe, expect, it} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

const check = (text: string) => checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings
const found = (text: string) => check(text).map(({code, line, hint}) => `${code} ${line} ${hint}`)

const lending = (change: (text: string) => string = text => text): string =>
  change(`# Lending

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | /things | list of Thing | everyone |
| Thing | /things/:code | record of Thing | everyone |
| Loans | /loans | list of Loan | signed in |
| Loan | /loans/:number | record of Loan | signed in |

### Things

- columns: name, place
- free: Loan by first_day..last_day per thing

### Thing

- with: Loan by thing

### Loans

- columns: thing, dates

## 3. Entities

### Thing

| Field | Type | Required | Unique |
|---|---|---|---|
| code | text 1..9 | yes | yes |
| name | text 1..80 | yes | |
| place | text | | |
| lent | = count(Loan[thing = this]) | | |

### Loan

- named by: {thing}, {dates}
- span: dates = first_day..last_day

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| thing | Thing | yes | |
| borrower | User | yes | me |
| first_day | date | yes | |
| last_day | date | yes | |

### Remark

- part of: Loan

| Field | Type | Required |
|---|---|---|
| loan | Loan | yes |
| text | long text | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Borrower | sign-up |
| Desk | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| everyone | read | Thing | | code, name |
| signed in | read | Loan | borrower = me | |
| signed in | create | Loan | borrower = me | |
| Desk | all | Thing, Loan, User | | |
`)

const renamed = (from: string, to: string) => lending(text => text.replace(from, to))

describe('a document without mistakes', () => {
  it('has columns that only some people of a public screen may read, and a role that only lets people in', () => {
    expect(found(lending())).toEqual([])
  })
})

describe('one mistake', () => {
  it('is a field whose name is reserved', () => {
    const text = lending(each => each.replaceAll(/\bthing\b/g, 'item'))
    expect(found(text)).toEqual(['N305 44 Rename the field, or remove the row.'])
  })

  it('is an entity that is missing, wherever it is named', () => {
    const text = lending(each =>
      each.replace('### Loan\n', '### Lending\n').replace('/loans | list of Loan |', '/loans | list of Lending |'),
    )
    expect(found(text)).toEqual(['N211 10 Add it to point 3: `### Loan`.'])
  })

  it.each(['first_day...last_day', 'first_day - last_day', 'first_day to last_day'])('is the span %s', written => {
    expect(found(renamed('dates = first_day..last_day', `dates = ${written}`))).toEqual([
      'N327 39 Write `dates = first_day..last_day`.',
    ])
  })

  it('is a list of fields as a name', () => {
    expect(found(renamed('{thing}, {dates}', 'thing, dates'))).toEqual(['N318 38 Write `{thing}, {dates}`.'])
  })

  it('is a misspelt owner of a part', () => {
    expect(found(renamed('- part of: Loan', '- part of: Lone'))).toEqual(['N310 51 Did you mean `Loan`?'])
  })

  it('is a route by a field that people may not read', () => {
    const text = renamed('| everyone | read | Thing | | code, name |', '| everyone | read | Thing | | name |')
    expect(found(text)).toEqual(['N234 8 Grant everyone `read` on `code` in point 6, or use another field here.'])
  })

  it('is one date for the time in which records are free', () => {
    expect(found(renamed('first_day..last_day per thing', 'first_day per thing'))).toEqual([
      'N240 15 Write it like this: `- free: Booking by starts..ends per room`.',
    ])
  })

  it('is an input of an action in a text', () => {
    const states = `## 4. States

### Loan

- starts: asked
- final: declined

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| decline | asked | declined | Desk | reason: long text | notify borrower "Declined: {reason}" |

## 6. Roles`
    const [first, ...others] = check(renamed('## 6. Roles', states))
    expect([first?.code, first?.hint, others]).toEqual([
      'N428',
      'Make it a field of Loan, and write `reason` without a type under Asks.',
      [],
    ])
  })

  it('is two roles that are not separated by a comma', () => {
    expect(found(renamed('list of Loan | signed in', 'list of Loan | Borrower and Desk'))).toEqual([
      'N205 9 Write `Borrower, Desk`.',
    ])
  })
})

describe('plurals', () => {
  const plural = (name: string) =>
    checkWhole([
      {
        file: 'app.md',
        bytes: new TextEncoder().encode(
          `# T\n\n## 3. Entities\n\n### ${name}\n\n| Field | Type |\n|---|---|\n| name | text |\n`,
        ),
      },
    ]).specification.entities.entities.get(name)?.plural

  it.each([
    ['Feedback', 'Feedback'],
    ['Person', 'People'],
    ['Human', 'Humans'],
    ['Child', 'Children'],
    ['Shelf', 'Shelves'],
    ['Category', 'Categories'],
    ['Box', 'Boxes'],
  ])('of %s is %s', (name, expected) => {
    expect(plural(name)).toBe(expected)
  })
})
