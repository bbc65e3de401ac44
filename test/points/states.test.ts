/** Point 4 is read as intended, and every mistake is a finding at its place. ¦ marks it. */
import {describe, expect, it} from 'vitest'
import {choiceLabel} from '../../src/points/entities/values/choices.ts'
import {documentOf} from '../kit/documents.ts'
import {listedTypes} from '../kit/field-types.ts'

const entities = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required | Default |
|---|---|---|---|
| subject | text 3..120 | yes | |
| requester | User | yes | me |
| assignee | User | | |
| helpers | many User | | |
| resolved_at | date and time | | |
| score | = string length(subject) | | |
| number | serial | | |
| comments | list of Comment by ticket | | |

### Comment

| Field | Type | Required | Default |
|---|---|---|---|
| ticket | Ticket | yes | |
| author | User | yes | me |
| text | long text | yes | |

### Team

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| lead | User | |

`

const others = `
## 6. Roles

| Role | Joins by |
|---|---|
| Agent | invitation |
| Team lead | invitation |

## 7. Calls

- hosts: example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| archive | POST | "https://example.com" | subject |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| NOT_YOURS | 403 | No. |

## 9. Limits

| Name | Value |
|---|---|
| CLOSE_AFTER | 7 days |
| MOST | 20 |
| LATER | 2 months |
`

const columns = ['Action', 'From', 'To', 'Who', 'When', 'After', 'Asks', 'Then', 'Error'] as const
type Row = Partial<Record<(typeof columns)[number], string>>

const usual: Row = {Action: 'close', From: 'open', To: 'closed', Who: 'Agent'}
const written = (row: Row) => `| ${columns.map(column => ({...usual, ...row})[column] ?? '').join(' | ')} |`

function machine(rows: readonly Row[], {entity = 'Ticket', bullets = '- starts: open\n'} = {}): string {
  const table = [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...rows.map(written)].join('\n')
  return `${entities}## 4. States\n\n### ${entity}\n\n${bullets}\n${table}\n${others}`
}

function check(text: string) {
  const at = text.indexOf('¦')
  const before = text.slice(0, Math.max(0, at)).split('\n')
  const place = at < 0 ? null : `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  const {findings, specification} = documentOf(text.replaceAll('¦', ''))
  return {place, findings, actions: specification.actions.actions}
}

const found = (row: Row, more: Parameters<typeof machine>[1] = {}) => {
  const {findings, place} = check(machine([row], more))
  const told = findings.map(
    ({code, line, column, hint}) => `${code}${`${line}:${column}` === place ? '' : ` at ${line}:${column}`} ${hint}`,
  )
  return told.join('\n')
}

describe('point 4 names', () => {
  it.each<[string, Row, string]>([
    ['an action in capitals', {Action: '¦Close It'}, 'N425 Use lower-case letters: `close it`.'],
    ['an action that every record has', {Action: '¦update'}, 'N425 Choose another name.'],
    ['an unknown role', {Who: 'Agent, ¦Agnet'}, 'N410 Did you mean `Agent`?'],
    [
      'a path to no person',
      {Who: '¦subject'},
      'N410 Use one of: Agent, Team lead, everyone, signed in, system, requester, assignee.',
    ],
    ['an unknown path', {Who: '¦requestr'}, 'N410 Did you mean `requester`?'],
    ['a guard that is a text', {When: '¦subject'}, 'N412 Compare it with something: `assignee != null`.'],
    ['a guard with an unknown name', {When: 'assignee != ¦mee'}, 'N055 Did you mean `me`?'],
    ['a guard that compares what cannot be', {When: '¦assignee = "me"'}, 'N059 '],
    [
      'old where nothing has changed yet',
      {When: '¦old.subject != subject'},
      'N067 Remove it, or move the condition to a place that has it.',
    ],
    [
      'a number as a time',
      {Who: 'system', After: '¦MOST'},
      'N413 Write `7 days`, or name a constant of point 9 such as `AUTO_CLOSE_AFTER`.',
    ],
    [
      'a size as a time',
      {Who: 'system', After: '¦10 MB'},
      'N413 Write `7 days`, or name a constant of point 9 such as `AUTO_CLOSE_AFTER`.',
    ],
    ['X4: repetition without a pause', {Who: 'system', After: '1 day, every ¦0 days'}, 'N413 Write `1 hour` or more.'],
    [
      'X4: repetition every few minutes',
      {Who: 'system', After: '1 day, every ¦15 minutes'},
      'N413 Write `1 hour` or more.',
    ],
    ['people who wait', {After: '¦7 days'}, 'N414 Write `system` under Who, or a condition under When.'],
    [
      'the system together with people',
      {Who: '¦system, Agent', When: 'score > 3'},
      'N414 Add a second row of the same name for people.',
    ],
    [
      'a system that is asked',
      {Who: 'system', When: 'score > 3', Asks: '¦subject'},
      'N414 Clear the cell, and set the field under Then.',
    ],
    [
      'a system without a condition',
      {Who: '¦system', From: 'any'},
      'N414 Write a condition under When, or a time under After.',
    ],
    [
      'L21: a system with a state and neither a condition nor a time',
      {Who: '¦system'},
      'N414 Write a condition under When, or a time under After.',
    ],
    ['an unknown field that is asked for', {Asks: 'subject, ¦asignee'}, 'N415 Did you mean `assignee`?'],
    [
      'a computed field that is asked for',
      {Asks: '¦score'},
      'N415 Name a field of Ticket, or give the input a type: `score: long text`.',
    ],
    ['a field asked for twice', {Asks: 'subject, ¦subject?'}, 'N415 Remove one of them.'],
    [
      'an input of an unknown type',
      {Asks: 'why: ¦sentence'},
      `N415 Types: ${listedTypes}, or \`= …\` for a computed field. The name of an entity starts with a capital letter: \`Sentence\`.`,
    ],
    [
      'an input that is a list',
      {Asks: 'who: ¦many User'},
      'N415 An action asks for single values. Write `User` for one of them.',
    ],
    [
      'an input named like a field',
      {Asks: '¦subject: text'},
      'N416 Write `subject` without a type to ask for the field, or choose another name.',
    ],
    ['an input named like a word of expressions', {Asks: '¦me: text'}, 'N416 Choose another name.'],
    ['an unknown effect', {Then: 'notify requester; ¦notfy assignee'}, 'N417 Did you mean `notify`?'],
    ['an effect that is missing', {Then: 'notify requester; ¦; notify assignee'}, 'N417 Remove one of them.'],
    ['a set without a value', {Then: '¦set subject'}, 'N417 Write it like this: `set resolved_at = now()`.'],
    ['a set of the state', {Then: 'set ¦status = "open"'}, 'N418 Remove this effect.'],
    ['a set of a number that counts itself', {Then: 'set ¦number = 4'}, 'N418 Use one of'],
    ['a set of the wrong type', {Then: 'notify requester; set resolved_at = ¦subject'}, 'N068 Change the expression'],
    ['a record of an unknown entity', {Then: 'create ¦Coment(text: subject)'}, 'N419 Did you mean `Comment`?'],
    [
      'an unknown field of a new record',
      {Then: 'create Comment(ticket: this, ¦txt: subject)'},
      'N419 Did you mean `text`?',
    ],
    [
      'a new record without what it needs',
      {Then: '¦create Comment(ticket: this)'},
      'N419 Add it: `create Comment(text: …)`, or give the field a default in point 3.',
    ],
    ['a value of the wrong type', {Then: 'create Comment(ticket: this, text: ¦score)'}, 'N068 Change the expression'],
    ['a notification to a text', {Then: 'notify ¦subject'}, 'N420 Name a field that leads to User.'],
    ['an unknown call', {Then: 'call ¦archve'}, 'N421 Did you mean `archive`?'],
    [
      'an expression that is not a list',
      {Then: 'for each c in ¦subject: notify requester'},
      'N422 Name an entity, with a condition in brackets: `Kind[active]`.',
    ],
    [
      'an item named like a field',
      {Then: '¦for each subject in comments: notify requester'},
      'N422 Choose another name: `for each k in …`.',
    ],
    [
      'something wrong inside a loop',
      {Then: 'for each c in comments: notify ¦c.text'},
      'N420 Name a field that leads to User.',
    ],
    ['an unknown code', {When: 'score > 3', Error: '¦NOT_YUORS'}, 'N423 Did you mean `NOT_YOURS`?'],
    ['two states to go to', {To: '¦closed, done'}, 'N424 Write one row for each state, with its own When.'],
  ])('%s', (_what, row, expected) => {
    expect(found(row)).toContain(expected)
    expect(found(row).split('\n')).toHaveLength(1)
  })

  it('an action for nobody', () => {
    const line = machine([{}]).split('\n').indexOf(written({})) + 1
    const hint = 'Name roles of point 6, fields that lead to a person, or `system`.'
    expect(found({Who: ''})).toBe(`N411 at ${line}:28 ${hint}`)
  })

  it('a duration without a state', () => {
    const row = {From: '', To: '', Who: 'system', When: 'name = "x"', After: '¦7 days'}
    expect(found(row, {entity: 'Team', bullets: ''})).toBe('N414 Use a condition under When instead.')
  })
})

describe('point 4 is read', () => {
  const rowsOf = (rows: readonly Row[]) => {
    const {findings, actions} = check(machine(rows))
    expect(findings).toEqual([])
    return [...(actions.get('Ticket')?.values() ?? [])]
  }

  it('with one action for rows of one name, spaces or not', () => {
    const [back, ...rest] = rowsOf([
      {Action: 'ask back', From: 'any', To: 'same', When: 'score > 3'},
      {Action: 'ask_back', From: 'open, waiting on us', To: 'closed', Error: 'NOT_YOURS'},
    ])
    expect(rest).toEqual([])
    expect(back).toMatchObject({
      name: 'ask_back',
      label: 'Ask back',
      rows: [
        {from: null, to: null, error: null},
        {from: ['open', 'waiting_on_us'], to: 'closed', error: 'NOT_YOURS'},
      ],
    })
  })

  it('with hyphens in states, where people see them', () => {
    const [back] = rowsOf([{Action: 'close', From: 'open', To: 'pre-closed (was half-way)'}])
    expect(back).toMatchObject({rows: [{from: ['open'], to: 'pre-closed'}]})
    expect(choiceLabel('pre-closed')).toBe('Pre-closed')
    for (const To of ['-closed', 'closed-', 'pre--closed'])
      expect(check(machine([{Action: 'close', From: 'open', To}])).findings.map(({code}) => code)).toContain('N405')
  })

  it('with roles of several words, people on paths and in lists, and everyone who has signed in', () => {
    const [action] = rowsOf([{Who: 'Team lead, requester, helpers, signed in'}])
    expect(action?.rows[0]?.who.map(who => (who.kind === 'role' ? who.role : who.kind))).toEqual([
      'Team lead',
      'person',
      'person',
      'signed in',
    ])
  })

  it.each([
    ['CLOSE_AFTER', {seconds: 604_800}],
    ['36 hours', {seconds: 129_600}],
    ['LATER', {months: 2}],
    ['duration("P1D")', {seconds: 86_400}],
  ])('with %s as a time', (After, expected) => {
    const [action] = rowsOf([{Who: 'system', After}])
    expect(action?.rows[0]?.after).toMatchObject(expected)
  })

  it('with inputs whose types have commas of their own', () => {
    const [action] = rowsOf([{Asks: 'level: one of low, very high, price?: decimal 2, 0..100, assignee?, subject'}])
    const asks = action?.rows[0]?.asks.map(({field, own, optional}) => [field.name, field.type.written, own, optional])
    expect(asks).toEqual([
      ['level', 'one of low, very high', true, false],
      ['price', 'decimal 2, 0..100', true, true],
      ['assignee', 'User', false, true],
      ['subject', 'text 3..120', false, false],
    ])
  })

  it('with effects in order, texts with semicolons, and inputs known to guards and effects', () => {
    const [action] = rowsOf([
      {
        Asks: 'why: text',
        When: 'string length(why) > 3',
        Then: 'set subject = "a; b: c"; create Comment(ticket: this, text: why + ", (so)"); for each c in comments[author != me]: notify c.author; call archive;',
      },
    ])
    expect(action?.rows[0]?.effects.map(({kind}) => kind)).toEqual(['set', 'create', 'for each', 'call'])
    expect(action?.rows[0]?.when?.readsInputs).toBe(true)
  })
})

it('`when changed: no one` notifies no one, and other words for it are fixed', () => {
  const bullets = (value: string) => machine([{}], {bullets: `- starts: open\n- when changed: ${value}\n`})
  const update = (text: string) => documentOf(text).specification.actions.tells.get('Ticket')?.update ?? []
  expect(update(machine([{}]))).toHaveLength(1)
  expect(update(bullets('no one'))).toEqual([])
  const {findings} = documentOf(bullets('nobody'))
  expect(findings.find(({code}) => code === 'N426')?.fix?.text).toBe('no one')
})

it('a plain change notifies people with a text of its own, but not of a deleted record', () => {
  const bullets = (bullet: string) => machine([{}], {bullets: `- starts: open\n- ${bullet}\n`})
  const {specification, findings} = documentOf(bullets('when created: notify assignee "Please look at {subject}."'))
  expect(findings).toEqual([])
  const [told] = specification.actions.tells.get('Ticket')?.create ?? []
  expect(told?.text?.text).toBe('Please look at {subject}.')
  const wrong = documentOf(bullets('when deleted: notify assignee "{subject} is gone."')).findings
  expect(wrong.map(({code}) => code)).toEqual(['N426'])
})

describe('the mail of an action', () => {
  const closing = machine([
    {Then: 'notify requester'},
    {Action: 'reopen', From: 'closed', To: 'open', Who: 'requester'},
  ])
  const withMail = (section: string) => closing.replace('\n## 6. Roles', `\n${section}\n\n## 6. Roles`)
  const mailOf = (section: string) => {
    const {specification, findings} = documentOf(withMail(section))
    return {mail: specification.actions.actions.get('Ticket')?.get('close')?.mail, findings}
  }

  it('has a subject, a text, fields and actions', () => {
    const {mail, findings} = mailOf(`### Ticket close mail

- subject: Closed: {subject}
- text: {assignee} closed it.
- shows: subject, assignee.name
- offers: reopen`)
    expect(findings.filter(({code}) => /^N44/.test(code))).toEqual([])
    expect(mail?.subject?.text).toBe('Closed: {subject}')
    expect(mail?.text?.text).toBe('{assignee} closed it.')
    expect(mail?.shows.map(({path}) => path.join('.'))).toEqual(['subject', 'assignee.name'])
    expect(mail?.offers.map(({action}) => action)).toEqual(['reopen'])
  })

  it('exists once, and only for actions that exist', () => {
    const section = '### Ticket close mail\n\n- shows: subject'
    expect(mailOf(`${section}\n\n${section}`).findings.map(({code}) => code)).toContain('N440')
    const {findings} = mailOf('### Ticket clos mail\n\n- shows: subject')
    expect(findings.find(({code}) => code === 'N440')?.fix?.text).toBe('close')
    expect(
      mailOf('### Tiket close mail\n\n- shows: subject').findings.find(({code}) => code === 'N440')?.fix?.text,
    ).toBe('Ticket')
  })
})
