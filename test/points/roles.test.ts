import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {documentGrants, nobody} from '../../src/screens/testing.ts'
import {documentOf, ninePoints} from '../kit/documents.ts'
import {person} from '../kit/engine.ts'

const entities = `# T

## 3. Entities

### Ticket

| Field | Type |
|---|---|
| subject | text |
| requester | User |
| inner note | text |

### Comment

- part of: Ticket

| Field | Type | Required |
|---|---|---|
| ticket | Ticket | yes |
| text | text | |

`

const point = (rows: string, roles = '| Agent | answers | invitation |') =>
  `${entities}## 6. Roles\n\n| Role | Meaning | Joins by |\n|---|---|---|\n${roles}\n\n| Role | May | On | Where | Fields |\n|---|---|---|---|---|\n${rows}\n`

function found(text: string): string[] {
  return documentOf(text).findings.map(({code, line, column, hint}) => `${code} ${line}:${column} ${hint}`)
}

describe('point 6', () => {
  it.each([
    ['a role in lower case', point('', '| agent | | |'), 'N601 26:3 Start it with a capital letter: `Agent`.'],
    ['an audience as a role', point('', '| everyone | | |'), 'N601 26:3 Remove this row.'],
    ['a role twice', point('', '| Agent | | |\n| Agent | | |'), 'N602 27:3 Keep one of the two rows.'],
    ['an unknown way to join', point('', '| Agent | | signup |'), 'N603 26:13 Did you mean `sign-up`?'],
    ['two ways to join', point('', '| Agent | | sign-up, invitation |'), 'N603 26:13 Write `sign-up`.'],
    [
      'a group without a provider',
      point('', '| Agent | | group "desk" |'),
      'N603 26:13 Write `sign-up` (people register themselves), `invitation` (someone invites them), `nobody`, `group "people-team" of company` (members of a group of a provider of single sign-on) or `anyone of company` (everyone of its domains).',
    ],
    ['a grant to an unknown role', point('| Agnet | read | Ticket | | |'), 'N604 30:3 Did you mean `Agent`?'],
    ['an unknown act', point('| Agent | raed, delete | Ticket | | |'), 'N605 30:11 Did you mean `read`?'],
    [
      'a grant on an unknown entity',
      point('| Agent | read | Ticket, Tiket | | |'),
      'N606 30:26 Did you mean `Ticket`?',
    ],
    [
      'an expression that is not a condition',
      point('| Agent | read | Ticket | subject | |'),
      'N607 30:27 Compare it with something: `requester = me`.',
    ],
    [
      'an unknown field',
      point('| Agent | read | Ticket | | subject, inner_nte |'),
      'N608 30:38 Did you mean `inner_note`?',
    ],
    [
      'an unknown field that is left out',
      point('| Agent | read | Ticket | | all except nothing |'),
      'N608 30:40 Use one of: subject, requester, inner_note, id, created, created_by, updated, updated_by, version.',
    ],
  ])('finds %s', (_name, text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it('types conditions, and reports their places', () => {
    expect(found(point('| Agent | read | Ticket | requster = me | |'))).toEqual([
      expect.stringMatching(/^N055 30:27 .*requester/),
    ])
  })

  it('finds screens for roles that do not exist', () => {
    const text = point('| Agent | read | Ticket | | |').replace(
      '## 3.',
      '## 2. S\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| A | /a | page | Agent, Agnet |\n\n### A\n\nWords.\n\n## 3.',
    )
    expect(found(text)).toEqual([expect.stringMatching(/^N210 7:26 Did you mean `Agent`\?$/)])
  })

  it('permits nothing but the grants, for their roles', () => {
    const rows =
      '| Agent | all | Ticket | | |\n| Requester | read, create | Ticket | requester = me | all except inner note |\n| everyone | read | Ticket | subject = "public" | subject |\n| signed in | read | User | | name |'
    const grants = documentGrants(documentOf(point(rows, '| Agent | | |\n| Requester | | |')).specification)
    const sees = (actor: Parameters<typeof grants>[0], act: Parameters<typeof grants>[1], entity: string) =>
      grants(actor, act, entity).map(
        ({where, fields}) => `${where ? 'where' : 'all'}: ${fields ? [...fields].join(' ') : 'every field'}`,
      )
    const own = 'id created created_by updated updated_by version'
    expect(sees(person('1', 'Agent'), 'delete', 'Ticket')).toEqual(['all: every field'])
    expect(sees(person('1', 'Requester'), 'read', 'Ticket')).toEqual([
      `where: ${own} subject requester`,
      'where: subject',
    ])
    expect(sees(person('1', 'Requester'), 'delete', 'Ticket')).toEqual([])
    expect(sees(person('1', 'Requester', 'Agent'), 'read', 'Ticket')).toEqual(['all: every field'])
    expect(sees(person('1'), 'read', 'User')).toEqual(['all: name'])
    expect(sees(nobody, 'read', 'Ticket')).toEqual(['where: subject'])
    expect(sees(nobody, 'read', 'User')).toEqual([])
    expect(sees(person('1', 'Stranger'), 'update', 'Ticket')).toEqual([])
  })

  it('permits line items with their owner without their own grants', () => {
    const grants = documentGrants(
      documentOf(point('| Agent | read, update | Ticket | requester = me | subject |')).specification,
    )
    const agent = person('1', 'Agent')
    const where = {
      op: 'compare',
      left: {
        op: 'field',
        field: 'requester',
        of: {op: 'field', entity: 'Comment', field: 'ticket', of: {op: 'this', entity: 'Comment'}},
      },
    }
    expect(grants(agent, 'read', 'Comment')).toMatchObject([{where, fields: null}])
    expect(grants(agent, 'create', 'Comment')).toMatchObject([{where, fields: null}])
    expect(grants(agent, 'delete', 'Comment')).toHaveLength(1)
    expect(grants(nobody, 'read', 'Comment')).toEqual([])
  })

  it('has one role if it is open, which may do everything', () => {
    const {specification} = documentOf(ninePoints)
    expect([...specification.roles.roles.keys()]).toEqual(['Member'])
    const grants = documentGrants(specification)
    expect(grants(person('1', 'Member'), 'delete', 'User')).toEqual([{where: null, fields: null}])
    expect(grants(nobody, 'read', 'User')).toEqual([])
  })

  it('of the time-off planner is read completely', () => {
    const {specification, findings} = documentOf(readFileSync('apps/time-off/app.md', 'utf8'))
    expect(findings.filter(each => each.severity === 'error')).toEqual([])
    expect([...specification.roles.roles.keys()]).toEqual(['Employee', 'HR'])
    expect(specification.roles.grants.length).toBeGreaterThan(15)
  })
})

describe('joining through a provider', () => {
  const joining = (cell: string) => {
    const {specification, findings} = documentOf(point('', `| Agent | | ${cell} |`))
    const role = specification?.roles.roles.get('Agent')
    return {joinsBy: role?.joinsBy, through: role?.through, codes: findings.map(({code}) => code)}
  }

  it.each([
    ['group "people-team" of company', 'nobody', [{provider: 'company', group: 'people-team'}]],
    ['invitation, group “a, b” of company', 'invitation', [{provider: 'company', group: 'a, b'}]],
    [
      'anyone of company, group "x" of google',
      'nobody',
      [
        {provider: 'company', group: null},
        {provider: 'google', group: 'x'},
      ],
    ],
    ['sign-up', 'sign-up', []],
    ['', 'invitation', []],
  ])('%s', (cell, joinsBy, through) => {
    expect(joining(cell)).toMatchObject({joinsBy, through})
    expect(joining(cell).codes).not.toContain('N603')
  })
})
