/** Point 5 is read as intended, and every mistake is a finding at its place. ¦ marks it. */
import {describe, expect, it} from 'vitest'
import {fill, refusal} from '../../src/points/errors/run.ts'
import {documentOf} from '../kit/documents.ts'

const before = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| subject | text 3..120 | yes |
| due date | date | |
| requester | User | |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| close off | open | closed | Member | why: text |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
`

const after = (message: string) => `
## 8. Errors

| Code | Status | Message |
|---|---|---|
| WRONG | 422 | ${message.replace('{', '¦{')} |

## 9. Limits

| Name | Value |
|---|---|
| MOST | 20 |
`

function found(rule: string, message = 'No.'): string {
  const marked = rule.includes('¦')
  const text = `${before}${rule}\n${marked ? after(message).replace('¦', '') : after(message)}`
  const lines = text.slice(0, text.indexOf('¦')).split('\n')
  const place = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
  const {findings} = documentOf(text.replaceAll('¦', ''))
  return findings
    .map(
      ({code, line, column, hint}) => `${code}${`${line}:${column}` === place ? '' : ` at ${line}:${column}`} ${hint}`,
    )
    .join('\n')
}

describe('point 5 names', () => {
  it.each([
    [
      'nothing to judge',
      '| r | ¦| | subject != "x" | WRONG |',
      'N501 Write `Ticket`, `Ticket.due`, `Ticket create` or `Ticket resolve`.',
    ],
    ['an unknown entity', '| r | ¦Tickt | | subject != "x" | WRONG |', 'N501 Did you mean `Ticket`?'],
    ['an unknown field', '| r | Ticket.¦dew_date | | subject != "x" | WRONG |', 'N502 Did you mean `due_date`?'],
    ['an unknown action', '| r | Ticket ¦close of | | subject != "x" | WRONG |', 'N503 Did you mean `close_off`?'],
    [
      'nothing that must hold',
      '| ¦r | Ticket | subject != "x" | | WRONG |',
      'N504 Write one under Must hold: `last_day >= first_day`.',
    ],
    [
      'a rule that is no condition',
      '| r | Ticket | | ¦subject | WRONG |',
      'N505 Compare it with something: `assignee != null`.',
    ],
    [
      'an expression that is not a condition',
      '| r | Ticket | ¦subject | subject != "x" | WRONG |',
      'N505 Compare it with something: `assignee != null`.',
    ],
    ['an unknown name', '| r | Ticket | | subject != ¦subjet | WRONG |', 'N055 Did you mean `subject`?'],
    ['an input outside its action', '| r | Ticket | | ¦why != "x" | WRONG |', 'N055 '],
    ['an unknown code', '| r | Ticket | | subject != "x" | ¦WRNG |', 'N506 Did you mean `WRONG`?'],
    ['no code', '| r | Ticket | | subject != "x" | ¦|', 'N506 Name a code of point 8: WRONG.'],
  ])('%s', (_what, rule, expected) => {
    expect(found(rule)).toContain(expected)
    expect(found(rule).split('\n')).toHaveLength(1)
  })

  it.each([
    ['an unknown field', '{subjct}', 'N507 Did you mean `subject`?'],
    ['a field of nothing', '{subject.length}', 'N507 Use one of: subject, due_date, requester, status, MOST.'],
    [
      'an unknown field of another record',
      '{requester.nmae}',
      'N507 Use one of: subject, due_date, requester, status, MOST.',
    ],
  ])('%s in the message of a rule', (_what, placeholder, expected) => {
    expect(found('| r | Ticket | | subject != "x" | WRONG |', `No, ${placeholder}.`)).toBe(expected)
  })

  it('an unknown field in the sentence of a rule that holds', () => {
    const rules = (says: string) =>
      documentOf(
        `# T\n\n## 3. Entities\n\n### Ticket\n\n| Field | Type |\n|---|---|\n| subject | text |\n\n## 5. Rules\n\n| Rule | On | Must hold | Error | Says |\n|---|---|---|---|---|\n| r | Ticket | subject != "x" | TOO_MANY | ${says} |\n`,
      )
    const {specification, findings} = rules('It’s {subject}')
    expect(findings.filter(({severity}) => severity === 'error')).toEqual([])
    expect(specification.rules.rules[0]?.says?.text).toBe('It’s {subject}')
    const wrong = rules('It’s {subjct}').findings.filter(({severity}) => severity === 'error')
    expect(wrong.map(({code, hint}) => `${code} ${hint}`)).toEqual(['N507 Did you mean `subject`?'])
  })
})

describe("the engine's own codes", () => {
  const errors = (message: string) =>
    documentOf(
      `# T\n\n## 8. Errors\n\n| Code | Message |\n|---|---|\n| TOO_LARGE | ${message} |\n\n## 9. Limits\n\n| Name | Value |\n|---|---|\n| MOST | 20 |\n`,
    )

  it('may use constants and the error’s own values, and both are filled in', () => {
    const {findings, specification} = errors('At most {limit}, {MOST} times a day.')
    expect(findings.filter(({severity}) => severity === 'error')).toEqual([])
    expect(refusal(specification.errors, 'TOO_LARGE', {limit: '1 MB'}).message).toBe('At most 1 MB, 20 times a day.')
  })

  it.each([
    ['{limt}', 'Did you mean `limit`?'],
    ['{MOOST}', 'Did you mean `MOST`?'],
    ['{person}', 'Use one of: limit, MOST.'],
  ])('may not use %s', (placeholder, hint) => {
    const found = errors(`No: ${placeholder}.`).findings.filter(({severity}) => severity === 'error')
    expect(found.map(({code, line, hint: said}) => [code, line, said])).toEqual([['N507', 7, hint]])
  })
})

describe('point 5 is read', () => {
  it('with rules on every write, at a field, on create and on an action with its inputs', () => {
    const rules = [
      '| a | Ticket | old.subject != null | subject != old.subject | WRONG |',
      '| b | Ticket.due date | | due_date > today() | WRONG |',
      '| c | Ticket create | | count(Ticket[requester = me]) <= MOST | WRONG |',
      '| d | Ticket close off | | why != "" | FORBIDDEN |',
    ]
    const text = `${before}${rules.join('\n')}\n${after('No, {requester.name}, {due_date}: at most {MOST}.').replace('¦', '')}`
    const {findings, specification} = documentOf(text)
    expect(findings).toEqual([])
    expect(
      specification.rules.rules.map(({name, entity, field, on, error}) => [name, entity, field, on, error]),
    ).toEqual([
      ['a', 'Ticket', null, null, 'WRONG'],
      ['b', 'Ticket', 'due_date', null, 'WRONG'],
      ['c', 'Ticket', null, {kind: 'create'}, 'WRONG'],
      ['d', 'Ticket', null, {kind: 'action', action: 'close_off'}, 'FORBIDDEN'],
    ])
  })
})

it('a sentence of a message is left out if its braces are empty', () => {
  const message = '{room} is taken. Free then: {rooms}. Try {other}.'
  expect(fill(message, {room: 'Elbe', rooms: 'Isar, Oder', other: ''})).toBe('Elbe is taken. Free then: Isar, Oder.')
  expect(fill(message, {room: '', rooms: ''})).toBe('… is taken. Try {other}.')
})
