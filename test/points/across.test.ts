/** The cross-checks beyond their codes: examples, hints, acceptances, and cases without findings. */

import {describe, expect, test} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

function check(text: string) {
  return checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
}

const told = (text: string) => check(text).findings.map(({code, line, message}) => `${line} ${code} ${message}`)

interface Said {
  readonly rows?: string
  readonly grants?: string
  readonly before?: string
}

const desk = ({rows = '', grants = '', before = ''}: Said) => `# Desk

${before}## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text 3..120 | yes |
| votes | number 0..10 | yes |
| size | one of small, large | yes |
| requester | User | yes |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | When |
|---|---|---|---|---|
| close | open | closed | requester | |
${rows}
## 6. Roles

| Role | Joins by |
|---|---|
| Agent | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Agent | all | Ticket | | |
${grants}`

describe('overlapping rows', () => {
  test('are reported with a record for which both hold', () => {
    const rows =
      '| drop | open | closed | Agent | votes <= 5 |\n| drop | open | closed | Agent | votes >= 5 and size = "large" |\n'
    expect(told(desk({rows}))).toEqual([
      '25 N434 With status = "open", votes = 5 and size = "large" both this row of `drop` and the one at line 24 apply. The earlier one is used.',
    ])
  })

  test('are fine if the last row without a condition means otherwise', () => {
    const rows = '| drop | open | closed | Agent | votes <= 5 |\n| drop | open | closed | Agent | |\n'
    expect(told(desk({rows}))).toEqual([])
  })

  test('are fine if different people have them', () => {
    const rows = '| drop | open | closed | Agent | votes <= 5 |\n| drop | open | closed | requester | votes <= 6 |\n'
    expect(told(desk({rows}))).toEqual([])
  })

  test('are fine if they start from different states', () => {
    const rows =
      '| drop | open | closed | Agent | |\n| drop | parked | closed | Agent | |\n| park | open | parked | Agent | |\n'
    expect(told(desk({rows}))).toEqual([])
  })

  test('are not claimed if it cannot be decided', () => {
    const rows =
      '| drop | open | closed | Agent | count(Ticket[votes > 3]) > 2 |\n| drop | open | closed | Agent | count(Ticket[votes > 4]) > 2 |\n'
    expect(told(desk({rows}))).toEqual([])
  })
})

describe('grants', () => {
  test('are redundant if a wider condition holds whenever theirs does', () => {
    const grants =
      '| signed in | read | Ticket | votes > 2 | |\n| Agent | read | Ticket | votes > 5 and requester = me | subject |\n'
    expect(told(desk({grants}))).toEqual(['35 N620 Line 33 already grants all of this.'])
  })

  test('with one new operation are needed', () => {
    const one = '| everyone | read, export | Ticket | | |\n'
    expect(told(desk({grants: one}))).toEqual([])
  })

  test('that are duplicates are reported once, at the second', () => {
    const grants = '| everyone | read | Ticket | votes > 5 | |\n| everyone | read | Ticket | votes > 5 | |\n'
    expect(told(desk({grants}))).toEqual(['35 N620 Line 34 already grants all of this.'])
  })
})

describe('an acceptance', () => {
  const rows = '| park | open | parked | Agent | |\n'
  const said = (where: string) => desk({rows}).replace(where, `${where}\n\n- accept: N431 because it rests.`)

  test.each(['### Ticket\n\n- starts: open'])('under its subsection accepts warnings there', where => {
    const {findings, accepted} = check(desk({rows}).replace(where, `${where}\n- accept: N431 because it rests.`))
    expect(findings).toEqual([])
    expect(accepted).toMatchObject([{code: 'N431', because: 'it rests.'}])
  })

  test('under the heading of the point accepts warnings anywhere in it', () => {
    expect(check(said('## 4. States')).accepted).toHaveLength(1)
    expect(check(said('## 4. States')).findings).toEqual([])
  })

  test('in point 1 accepts warnings anywhere', () => {
    const before = '## 1. For whom\n\n- accept: N431 because it rests.\n\n'
    expect(check(desk({rows, before}))).toMatchObject({findings: [], accepted: [{code: 'N431'}]})
  })

  test('in another point accepts nothing and is reported itself', () => {
    const {findings, accepted} = check(said('## 3. Entities'))
    expect(findings.map(({code}) => code)).toEqual(['N031', 'N431'])
    expect(accepted).toEqual([])
  })

  test.each([
    ['N431', 'The reason is missing.'],
    ['N055 because I like it', 'N055 is an error. Only warnings can be accepted.'],
    ['N999 because I like it', 'Unknown warning N999.'],
    ['everything because I like it', 'The code of the warning is missing.'],
  ])('of %s is rejected', (written, message) => {
    const before = `## 1. For whom\n\n- accept: ${written}\n\n`
    expect(told(desk({before}))).toEqual([`5 N030 ${message}`])
  })

  test('leaves a point open that contains nothing else', () => {
    const before = '## 2. Screens\n\n- accept: N206 because of the words.\n\n'
    expect(check(desk({before})).specification.open).toContain(2)
  })
})

describe('a card of a dashboard', () => {
  test('about records that its audience may not read is reported at its row', () => {
    const before =
      '## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Figures | / | dashboard | Agent |\n| Tickets | /tickets | list of Ticket | Agent |\n\n### Figures\n\n| Card | Shows | As |\n|---|---|---|\n| Tickets | count of Ticket | number |\n| People | count of User | number |\n\n'
    expect(told(desk({before}))).toEqual([
      '15 N232 The card "People" is always empty: no role that can open "Figures" may read User.',
    ])
  })
})

describe('a field that nobody in the audience of a screen may read', () => {
  const screens = (shows: string, cards = '') =>
    `## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| Some | / | ${shows} | Guest |\n| Tickets | /tickets | list of Ticket | Agent |\n\n${cards}`
  const seen = (before: string) =>
    desk({before}).replace('| Agent | sign-up |', '| Agent | sign-up |\n| Guest | sign-up |')
  const grant = '| Guest | read | Ticket | | subject |\n'

  test.each([
    ['board of Ticket by status', 'status'],
    ['board of Ticket by size', 'size'],
  ])('is reported in %s', (shows, field) => {
    expect(told(`${seen(screens(shows))}${grant}`)).toEqual([
      `7 N231 No role that can open "Some" may read \`${field}\`.`,
    ])
  })

  test('is reported on a card', () => {
    const cards = '### Some\n\n| Card | Shows | As |\n|---|---|---|\n| Votes | sum of Ticket.votes by size | bars |\n\n'
    expect(told(`${seen(screens('dashboard', cards))}${grant}`)).toEqual([
      '14 N231 No role that can open "Some" may read `votes`.',
      '14 N231 No role that can open "Some" may read `size`.',
    ])
  })
})

describe('one mistake', () => {
  test('in a field is not reported again wherever the field is used', () => {
    const rows = '| drop | open | closed | Agent | votes > 3 and this.votes > 4 |\n'
    const grants = '| everyone | read | Ticket | votes > 3 | votes |\n'
    const text = desk({rows, grants}).replace('number 0..10', 'nubmer 0..10')
    expect(told(text)).toEqual(['10 N301 Unknown type `nubmer 0..10`.'])
  })
})

describe('partial documents', () => {
  test('get no warnings about things that open points could use', () => {
    const limits =
      '\n## 8. Errors\n\n| Code | Message |\n|---|---|\n| LATER | Not yet. |\n\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| SOME | 3 |\n'
    const text = `# Desk\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text |\n| long | = string length(subject) > 3 |\n${limits}`
    expect(told(text)).toEqual([])
  })
})

describe('a misspelt state', () => {
  test('is reported at the rarer spelling, on either side of the transition', () => {
    const to =
      '| park | open | parkd | Agent | |\n| wake | parked | open | Agent | |\n| doze | parked | closed | Agent | |\n'
    expect(told(desk({rows: to}))).toEqual(['24 N409 Unknown state `parkd`.'])
    const from =
      '| park | open | parked | Agent | |\n| wake | parkd | open | Agent | |\n| rest | open | parked | requester | |\n'
    expect(told(desk({rows: from}))).toEqual(['25 N409 Unknown state `parkd`.'])
  })
})

describe('a public form', () => {
  const jobs = (fields: string, whom = 'everyone') => `# Jobs

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Apply | /apply | form for Application | ${whom} |
| Applications | / | list of Application | Recruiter |
${fields}
## 3. Entities

### Application

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| cv | file | |

## 6. Roles

| Role | Joins by |
|---|---|
| Recruiter | invitation |

| Role | May | On |
|---|---|---|
| everyone | create | Application |
| Recruiter | all | Application |
`
  const told = (text: string) =>
    checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings.map(
      ({code, line}) => `${line} ${code}`,
    )

  test('is reported, because files are accepted only from signed-in people', () => {
    expect(told(jobs(''))).toEqual(['7 N235'])
    expect(told(jobs('\n### Apply\n\n- fields: name, cv\n'))).toEqual(['7 N235'])
    expect(told(jobs('\n### Apply\n\n- fields: name\n'))).toEqual([])
    expect(told(jobs('', 'Recruiter'))).toEqual([])
  })
})
