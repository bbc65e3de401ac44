/** The check of the fields that a form names: what is only shown must be readable, what is filled in must be granted. */

import {describe, expect, it} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'

interface Fund {
  readonly bullets: string
  readonly create: string
  readonly read?: string
  readonly more?: string
}

const fund = ({bullets, create, read = '', more = ''}: Fund) => `# Fund

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Apply | /apply | form for Application | Applicant |
| Change | /applications/:number/edit | form for Application | Applicant |

### Apply

${bullets}

### Change

${bullets}

## 3. Entities

### Call

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text 1..60 | yes |
| max_grant | number | |

### Application

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| call | Call | yes |
| title | text 1..60 | yes |
| items | list of Item by application | |
| total | = sum(items.amount) | |

### Item

- part of: Application

| Field | Type | Required |
|---|---|---|
| application | Application | yes |
| amount | number | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Applicant | sign-up |

| Role | May | On | Fields |
|---|---|---|---|
| Applicant | create | Application | ${create} |
| Applicant | update | Application | title |
| Applicant | read | Application | ${read} |
| Applicant | create, read, update | Item | |
| signed in | read | User | |
${more}
`

const read = '| signed in | read | Call | |'

const found = (options: Fund) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(fund(options))}])
    .findings.filter(({code}) => code === 'N231')
    .map(({line, column, message, hint}) => `${line}:${column} ${message} ${hint}`)

describe('E1: fields that a form only shows', () => {
  it('need not be filled in', () => {
    expect(found({bullets: '- figures: total of call.max_grant', create: 'call, title', more: read})).toEqual([])
  })

  it('are findings at the bullet if they may not be read, and the suggestion is a grant to read', () => {
    const options = {bullets: '- figures: total of call.max_grant', create: 'call, title', read: 'number, call, title'}
    const total = (line: number, screen: string) =>
      `${line}:12 No role that can open "${screen}" may read \`total\`. Add \`total\` to the Fields of a grant of \`read\` on Application in point 6 for Applicant, or remove it here.`
    expect(found({...options, more: read})).toEqual([total(12, 'Apply'), total(16, 'Change')])
    const granted = {...options, read: 'number, call, title, total'}
    expect(found({...granted, more: read})).toEqual([])
    expect(found({...granted, more: '| signed in | read | Call | title |'})[0]).toBe(
      '12:21 No role that can open "Apply" may read `call.max_grant`. Add `max_grant` to the Fields of a grant of `read` on Call in point 6 for Applicant, or remove it here.',
    )
    expect(found({...granted, more: '| signed in | read | Call | title, max_grant |'})).toEqual([])
  })
})

describe('E2: parts that a form names', () => {
  it('are named in the Fields of the grant of their owner', () => {
    const apply = (line: number) =>
      `${line}:11 No role that can open "Apply" may fill in \`items\`. Add \`items\` to the Fields of a grant of \`create\` on Application in point 6 for Applicant, or remove it here.`
    const bullets = '- fields: items'
    expect(found({bullets, create: 'call, title'})[0]).toBe(apply(12))
    expect(found({bullets, create: 'call, title, items'}).map(each => each.slice(0, 40))).toEqual([
      '16:11 No role that can open "Change" may',
    ])
  })
})
