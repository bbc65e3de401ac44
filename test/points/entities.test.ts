import {describe, expect, test} from 'vitest'
import {ownFields} from '../../src/points/entities/own-fields.ts'
import {documentOf} from '../kit/documents.ts'

function entitiesOf(point3: string, rest = '') {
  const checked = documentOf(`# Desk\n\n## 3. Entities\n\n${point3}\n\n${rest}`)
  return {
    entities: checked.specification.entities.entities,
    findings: checked.findings,
    scope: checked.specification.scope,
  }
}

const ticket = `### Ticket

A question, and what came of it.

- named by: subject

| Field | Type | Required | Default | Unique | Label | Meaning |
|---|---|---|---|---|---|---|
| number | serial from 1001 | | | | | the number that people quote |
| subject | text 3..120 | yes | | yes | What about | |
| ask back | yes/no | yes | no | | | |
| priority | one of low, normal, high | yes | normal | | | |
| asked_by (was requester) | User | yes | me | | | |
| tags | many Tag | | | | | |
| comments | list of Comment by ticket | | | | | |
| replies | = count(comments) | | | | | |
`
const others = `### Tag

| Field | Type |
|---|---|
| name | text |

### Comment (was Remark)

- part of: Ticket
- unique: ticket, text_hash; ticket, created
- plural: Comments of people

| Field | Type | Default |
|---|---|---|
| ticket | Ticket | |
| text_hash | number | 2 + 3 |
`

describe('an entity', () => {
  test('has its fields in order, with labels, defaults and meanings', () => {
    const {entities, findings} = entitiesOf(ticket + others)
    expect(findings).toEqual([])
    const fields = [...(entities.get('Ticket')?.fields.values() ?? [])]
    expect(fields.map(({name, label, required, unique}) => [name, label, required, unique])).toEqual([
      ['number', 'Number', false, true],
      ['subject', 'What about', true, true],
      ['ask_back', 'Ask back', true, false],
      ['priority', 'Priority', true, false],
      ['asked_by', 'Asked by', true, false],
      ['tags', 'Tags', false, false],
      ['comments', 'Comments', false, false],
      ['replies', 'Replies', false, false],
    ])
    expect(fields.map(field => field.default?.core?.op ?? null)).toEqual([
      null,
      null,
      'value',
      'value',
      'me',
      null,
      null,
      null,
    ])
    expect(fields[0]?.meaning).toBe('the number that people quote')
    expect(fields[4]?.was).toBe('requester')
    expect(fields[7]).toMatchObject({type: {type: {kind: 'number'}, storage: {kind: 'nothing'}}})
    expect([...(fields[7]?.computed?.reads?.relations ?? [])]).toEqual(['Ticket.comments'])
  })

  test('has its names, its owner and its unique fields', () => {
    const {entities} = entitiesOf(ticket + others)
    const comment = entities.get('Comment')
    expect(comment).toMatchObject({
      was: 'Remark',
      label: 'Comment',
      plural: 'Comments of people',
      unique: [
        ['ticket', 'text_hash'],
        ['ticket', 'created'],
      ],
      partOf: {entity: 'Ticket', field: 'ticket'},
      line: 27,
    })
    expect(comment?.fields.get('ticket')?.required, 'a part always has its whole').toBe(true)
    expect(entities.get('Ticket')?.prose).toHaveLength(1)
    expect(entities.get('Tag')?.namedBy.parts).toEqual([{kind: 'path', path: ['name']}])
    expect(comment?.namedBy.parts).toEqual([])
  })

  test('is named by a text with fields in braces', () => {
    const {entities, findings} = entitiesOf(`### Stay

- named by: {guest.name}, from {first day}

| Field | Type |
|---|---|
| guest | User |
| first day | date |
`)
    expect(findings).toEqual([])
    expect(entities.get('Stay')?.namedBy.parts).toEqual([
      {kind: 'path', path: ['guest', 'name']},
      {kind: 'text', text: ', from '},
      {kind: 'path', path: ['first_day']},
    ])
  })

  test('without a plural of its own gets an English one', () => {
    const {entities} = entitiesOf(
      ['City', 'Box', 'LeaveKind', 'Day']
        .map(name => `### ${name}\n\n| Field | Type |\n|---|---|\n| a | text |\n`)
        .join('\n'),
    )
    expect([...entities.values()].map(({label, plural}) => [label, plural])).toEqual([
      ['City', 'Cities'],
      ['Box', 'Boxes'],
      ['Leave kind', 'Leave kinds'],
      ['Day', 'Days'],
      ['User', 'Users'],
    ])
  })
})

describe('User', () => {
  test('exists when point 3 is open, with the one role of an open point 6', () => {
    const {entities} = entitiesOf('The entities are not shown.')
    expect([...entities.keys()]).toEqual(['User'])
    const fields = entities.get('User')?.fields
    expect([...(fields?.keys() ?? [])]).toEqual(['name', 'email', 'roles', 'active'])
    expect(fields?.get('roles')?.type.written).toBe('any of Member')
    expect(fields?.get('email')).toMatchObject({required: true, unique: true})
  })

  test('gets the fields of ### User after its own, and the roles of point 6', () => {
    const {entities, findings} = entitiesOf(
      '### User\n\n| Field | Type |\n|---|---|\n| joined | date |\n',
      '## 6. Roles\n\n| Role | Meaning | Joins by |\n|---|---|---|\n| Agent (was Helper) | | invitation |\n| HR | | nobody |\n',
    )
    expect(findings).toEqual([])
    const fields = entities.get('User')?.fields
    expect([...(fields?.keys() ?? [])]).toEqual(['name', 'email', 'roles', 'active', 'joined'])
    expect(fields?.get('roles')?.type.written).toBe('any of Agent (was Helper), HR')
  })

  test('and every other record have the engine’s own fields, which a document may use', () => {
    expect([...ownFields.keys()]).toEqual(['id', 'created', 'created_by', 'updated', 'updated_by', 'version'])
    const {findings} = entitiesOf(`### Ticket

| Field | Type |
|---|---|
| age | = now() - created |
| mine | = created_by = me |
| files | files |
| large | = count(files[size > 1000]) |

### User

| Field | Type |
|---|---|
| made | list of Ticket by created_by |
`)
    expect(findings).toEqual([])
  })
})

describe('computed fields', () => {
  test('are typed in any order, also through other entities', () => {
    const {entities, findings} = entitiesOf(`### Order

| Field | Type |
|---|---|
| rounded | = round half up(total, 0) |
| total | = sum(lines.amount) |
| lines | list of Line by order |

### Line

| Field | Type |
|---|---|
| order | Order |
| amount | = quantity * 2 |
| quantity | number |
| share | = if order.total = 0 then null else amount / order.total |
`)
    expect(findings).toEqual([])
    const types = [...entities.values()].flatMap(({fields}) => [...fields.values()].filter(field => field.computed))
    expect(types.map(({name, type}) => [name, type.written])).toEqual([
      ['rounded', '= number'],
      ['total', '= number'],
      ['amount', '= number'],
      ['share', '= number'],
    ])
  })

  test.each([
    ['= 1 = 1', 'yes/no'],
    ['= today()', 'date'],
    ['= now()', 'date and time'],
    ['= now() - created', 'duration of days and time'],
    ['= "a"', 'text'],
    ['= created_by', 'User'],
    ['= if true then colour else null', 'one of red, blue'],
  ])('show %s as %s', (written, type) => {
    const {entities, findings} = entitiesOf(`### Thing

| Field | Type |
|---|---|
| colour | one of red, blue |
| computed | ${written} |
`)
    expect(findings).toEqual([])
    const use = entities.get('Thing')?.fields.get('computed')?.type
    expect(use?.written).toBe(`= ${type}`)
    expect(use).toMatchObject({
      storage: {kind: 'nothing'},
      control: {control: 'none'},
      may: {required: false, default: false},
    })
  })
})

describe('the state', () => {
  const machine = (bullets: string, rows: string) => `## 4. States

### Ticket

${bullets}

| Action | From | To | Who |
|---|---|---|---|
${rows.replaceAll(/\|$/gm, '| Member |')}
`
  const plain = '### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text |\n| open | = status != "closed" |\n'

  test('is a required choice of the states, in the order in which a record goes through them', () => {
    const {entities, findings} = entitiesOf(
      plain,
      machine(
        '- starts: new\n- final: closed, thrown away',
        '| close | any | closed |\n| drop | new | thrown away |\n| take | new, open | open |\n| ask back | open | asked back (was waiting) |\n| note | open | same |',
      ),
    )
    expect(findings).toEqual([])
    const field = entities.get('Ticket')?.fields.get('status')
    expect(field?.type.written).toBe('one of new, open, asked_back (was waiting), closed, thrown_away')
    expect(field).toMatchObject({required: true, state: true, default: {core: {op: 'value', value: 'new'}}})
  })

  test('is in another field if point 4 names it', () => {
    const {entities, findings} = entitiesOf(
      '### Ticket\n\n| Field | Type |\n|---|---|\n| status | text |\n',
      machine('- field: work progress\n- starts: new', '| end | new | done |'),
    )
    expect(findings).toEqual([])
    expect([...(entities.get('Ticket')?.fields.keys() ?? [])]).toEqual(['status', 'work_progress'])
  })

  test('does not exist for an entity whose actions change none', () => {
    const {entities} = entitiesOf(
      '### Ticket\n\n| Field | Type |\n|---|---|\n| a | text |\n',
      '## 4. States\n\n### Ticket\n\n| Action | Who |\n|---|---|\n| ping | system |\n',
    )
    expect([...(entities.get('Ticket')?.fields.keys() ?? [])]).toEqual(['a'])
  })
})
