/** The check reports data that a document would reveal to people who may not read it, and screens that depend on it. */

import {describe, expect, test} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

const check = (text: string) => checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
const told = (text: string) =>
  check(text)
    .findings.filter(({code}) => code !== 'N233')
    .map(({code, line, message}) => `${code}:${line} ${message}`)

const applications = (fields = '', accept = '') => `# Applications

## 3. Entities

### Application
${accept}
| Field | Type | Required |
|---|---|---|
| name | text | yes |
| scorecards | list of Scorecard by application | |
| rating | = mean(scorecards.score) | |

### Scorecard

| Field | Type | Required |
|---|---|---|
| application | Application | yes |
| score | number 1..5 | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Recruiter | invitation |
| Panel | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Recruiter | read | Application | ${fields} |
| Panel | read | Application | |
| Panel | all | Scorecard | |
`

describe('L8: a computed field that reveals data its reader may not read', () => {
  test('is a warning at its row', () => {
    expect(told(applications())).toEqual([
      'N332:11 `rating` is computed from `Scorecard`, which Recruiter may not read, and reveals it to them.',
    ])
  })

  test('is fine if the grant names the fields, with it or without it', () => {
    expect(told(applications('name, rating'))).toEqual([])
    expect(told(applications('name'))).toEqual([])
  })

  test('may be accepted with a reason', () => {
    const {findings, accepted} = check(applications('', '\n- accept: N332 because the mean tells nobody’s score.\n'))
    expect(findings).toEqual([])
    expect(accepted).toMatchObject([{code: 'N332', because: 'the mean tells nobody’s score.'}])
  })
})

const cases = (granted: string, {where = 'flagged', per = ''} = {}) => `# Cases

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Cases | / | list of Case | Judge, Guest |
| Days | /days | calendar of Case by day | Judge, Guest |
| Rows | /rows | timeline of Case by day per person | Judge, Guest |
| Figures | /figures | dashboard | Judge, Guest |

### Cases

- where: ${where}
- columns: title

### Rows

- rows: known
${per}
### Figures

| Card | Shows | As |
|---|---|---|
| Flagged | count of Case where flagged | number |

## 3. Entities

### Person

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| known | yes/no | |

### Case

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| day | date | |
| person | Person | |
| flagged | yes/no | |

## 6. Roles

| Role | Joins by |
|---|---|
| Judge | invitation |
| Guest | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Judge | all | Case, Person | |
| Guest | read | Case | ${granted} |
| Guest | read | Person | name |
`

describe('S18: a screen that depends on data that some of its audience may not read', () => {
  test('is a warning at its condition, its card, its rows and its placement fields', () => {
    const goesBy = (name: string, field: string) =>
      `"${name}" depends on \`${field}\`, which Guest may not read, so they see fewer records.`
    expect(told(cases('title, person'))).toEqual([
      `N234:8 ${goesBy('Days', 'day')}`,
      `N234:9 ${goesBy('Rows', 'day')}`,
      `N234:14 ${goesBy('Cases', 'flagged')}`,
      `N234:19 ${goesBy('Rows', 'known')}`,
      `N234:25 ${goesBy('Flagged', 'flagged')}`,
    ])
  })

  test('is fine if they may read it, and for a person’s own record', () => {
    const found = told(cases('title, person, day, flagged', {where: 'flagged and person.name = me.name'}))
    expect(found.filter(each => !each.includes('Rows'))).toEqual([])
  })

  test('is a warning through other records too', () => {
    const found = told(cases('title, person, day, flagged', {where: 'person.known = true'}))
    expect(found[0]).toMatch(/^N234:14 "Cases" depends on `Person.known`, which Guest may not read/)
  })
})

interface Friends {
  readonly where?: string
  readonly grants?: string
  readonly calls?: string
  readonly filters?: string
}

const everything = '| signed in | read | User | | name, email |\n| signed in | read | User | this = me | |'

const friends = ({where, grants = everything, calls = '', filters}: Friends) => `# Friends

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Things | /things | list of Thing | signed in |

### Things

- columns: number
${where === undefined ? '' : `- where: ${where}\n`}${filters === undefined ? '' : `- filters: ${filters}\n`}
## 3. Entities

### User

| Field | Type |
|---|---|
| friends | many User |
| city | text |
| manager | User |

### Thing

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| owner | User | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | all | Thing | | |
${grants}

${calls}`

const call = (does: string, bullets = '') => `## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Feed | GET | /api/feed | ${does} | signed in |
${bullets}`

describe('D3: a condition that reads another record which its viewer may read in part', () => {
  const some = (what: string, field: string) =>
    `${what} depends on \`User.${field}\`, which Member may read only on some records, so they see fewer records.`

  test('is a warning for a screen', () => {
    expect(told(friends({where: 'list contains(owner.friends, me)'}))).toEqual([
      `N234:12 ${some('"Things"', 'friends')}`,
    ])
  })

  test('is a warning for the filter of a screen, unless no one may use it', () => {
    expect(told(friends({filters: 'owner.city'}))).toEqual([
      `N234:12 ${some('The filter `owner.city` of "Things"', 'city')}`,
    ])
    const city = '| signed in | read | User | | name, city |'
    expect(told(friends({filters: 'owner.city', grants: city}))).toEqual([])
  })

  test('is a warning for the condition and the filters of a call', () => {
    const where = call('list of Thing where list contains(owner.friends, me)')
    expect(told(friends({calls: where}))).toEqual([`N234:46 ${some('"Feed"', 'friends')}`])
    const filters = call('list of Thing', '\n### Feed\n\n- filters: of = owner.friends.name, owner.city\n')
    expect(told(friends({calls: filters}))).toEqual([
      `N234:50 ${some('The filter `of` of "Feed"', 'friends')}`,
      `N234:50 ${some('The filter `owner.city` of "Feed"', 'city')}`,
    ])
  })

  test('is fine where the grant that the warning suggests has been added', () => {
    const grants = `${everything}\n| Member | read | User | | friends, city |`
    const calls = call('list of Thing where list contains(owner.friends, me)', '\n### Feed\n\n- filters: owner.city\n')
    const found = told(friends({where: 'owner.city = "Bonn"', filters: 'owner.city', calls, grants}))
    expect(found).toEqual([])
  })

  test('is fine where the condition holds only for records that they may read', () => {
    expect(told(friends({where: 'owner = me and owner.city = "Bonn"'}))).toEqual([])
    expect(told(friends({where: 'owner = me or owner.manager = me', grants: everything}))).toHaveLength(1)
    const managers = `${everything}\n| Member | read | User | manager = me | |`
    expect(told(friends({where: 'owner = me or owner.manager = me', grants: managers}))).toEqual([])
    expect(told(friends({where: 'owner.city = "Bonn" and owner.manager = me', grants: managers}))).toEqual([])
  })

  test('is fine where the records of the screen are those whose other record they may read', () => {
    const own = friends({where: 'owner.city = "Bonn"'}).replace(
      '| Member | all | Thing | | |',
      '| Member | all | Thing | owner = me | |',
    )
    expect(told(own)).toEqual([])
  })
})
