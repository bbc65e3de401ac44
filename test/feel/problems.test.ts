/** Problems are reported at their exact place, with the right spelling if there is one. */
import {describe, expect, test} from 'vitest'
import {catalogue} from '../../src/document/finding.ts'
import {type Scope, type} from '../../src/feel/index.ts'
import {booleanType, listOf, numberType, textType} from '../../src/feel/type.ts'
import {entitiesOf, helpdesk, oneOf, timeOff, to} from './scopes.ts'

const scope: Scope = {...helpdesk, entity: 'Ticket', inputs: new Map([['comment', textType]])}

type Case = readonly [text: string, code: string, marked: string, hint: RegExp | string]

function problemsOf(text: string, given: Scope = scope) {
  const typed = type(text, given)
  return typed.ok ? [] : typed.problems.map(problem => ({...problem, marked: text.slice(problem.start, problem.end)}))
}

const spelling: readonly Case[] = [
  ['status == "open"', 'N052', '==', 'Write `=`.'],
  ['status === "open"', 'N052', '===', 'Write `=`.'],
  ['status !== "open"', 'N052', '!==', 'Write `!=`.'],
  ['status <> "open"', 'N052', '<>', 'Write `!=`.'],
  ['overdue && true', 'N052', '&&', 'Write `and`.'],
  ['overdue || true', 'N052', '||', 'Write `or`.'],
  ['!overdue', 'N052', '!overdue', 'Write `not(overdue)`.'],
  ["status = 'open'", 'N052', "'open'", 'Write `"open"`.'],
  ['status = “open”', 'N052', '“open”', 'Write `"open"`.'],
  ['number => 3', 'N052', '=>', 'Write `>=`.'],
  ['number > 1.000', 'N052', '1.000', 'Write `1000`.'],
  ['number > 2.500.000', 'N052', '2.500.000', 'Write `2500000`.'],
  ['number =< 3', 'N052', '=<', 'Write `<=`.'],
  ['due is null', 'N052', 'is null', 'Write `= null`.'],
  ['due IS NOT NULL', 'N052', 'IS NOT NULL', 'Write `!= null`.'],
  ['number % 2 = 0', 'N052', '%', 'Write `modulo(a, b)`.'],
  ['(number = 1', 'N053', '(', /Add the missing `\)`/],
  ['number = 1)', 'N053', ')', /Remove it/],
  ['count(comments[text = "a")', 'N053', '(', /Add the/],
  ['subject = "open', 'N053', '"', /Add the missing/],
]

const shape: readonly Case[] = [
  ['', 'N050', '', /remove it/],
  ['number =', 'N050', '', /missing/],
  ['number = 1, 2', 'N050', ',', /missing/],
  [
    'for a in comments, b in comments return a.text',
    'N054',
    'for a in comments, b in comments return a.text',
    /filter/,
  ],
  ['{a: 1}', 'N054', '{a: 1}', /expressions.md/],
  ['function(x) x + 1', 'N054', 'function(x) x + 1', /expressions.md/],
  ['number instance of number', 'N054', 'number instance of number', /expressions.md/],
  ['number = ? + 1', 'N054', '?', /expressions.md/],
  ['comments[1](2)', 'N054', 'comments[1](2)', /functions/],
]

const names: readonly Case[] = [
  ['asignee = null', 'N055', 'asignee', 'Did you mean `assignee`?'],
  ['number > MAX_OPEN_TICKET', 'N055', 'MAX_OPEN_TICKET', 'Did you mean `MAX_OPEN_TICKETS`?'],
  ['count(Tikcet) > 1', 'N055', 'Tikcet', 'Did you mean `Ticket`?'],
  ['coment = "a"', 'N055', 'coment', 'Did you mean `comment`?'],
  ['due < now', 'N055', 'now', 'Write `now()`.'],
  ['number 3', 'N055', 'number 3', /operator missing/],
  ['status requester = me', 'N055', 'status requester', /operator missing/],
  ['status = qqqqqqqqq', 'N055', 'qqqqqqqqq', 'If it is a text, write `"qqqqqqqqq"`.'],
  ['ZZZ_QQQ > 1', 'N055', 'ZZZ_QQQ', 'Add it to the constants of point 9. If it is a text, write `"ZZZ_QQQ"`.'],
  ['strnig length(body) > 3', 'N056', 'strnig length', 'Did you mean `string length`?'],
  ['assignee.nmae = "a"', 'N065', 'nmae', 'Did you mean `name`?'],
  ['due.yaer = 2026', 'N065', 'yaer', 'Did you mean `year`?'],
  ['due.constructor = 1', 'N065', 'constructor', /Available|Did you/],
  ['toString() = 1', 'N056', 'toString', /expressions.md|Did you/],
  ['constructor = 1', 'N055', 'constructor', /./],
  ['subject.length > 3', 'N065', 'length', 'It has no properties.'],
]

const types: readonly Case[] = [
  ['status = "opne"', 'N060', '"opne"', 'Did you mean `open`?'],
  ['status in ("open", "done")', 'N060', '"done"', /Use one of|Did you mean/],
  ['"urgnet" = priority', 'N060', '"urgnet"', 'Did you mean `urgent`?'],
  ['priority >= "hihg"', 'N060', '"hihg"', 'Did you mean `high`?'],
  ['priority between "low" and "hihg"', 'N060', '"hihg"', 'Did you mean `high`?'],
  ['number = "1"', 'N059', '"1"', 'Write `1`.'],
  ['due > today()', 'N059', 'due', /date\(…\)/],
  ['requester = "Ann"', 'N059', 'requester = "Ann"', /such as its name/],
  ['requester < me', 'N059', 'requester < me', 'Compare with `=` or `!=`.'],
  ['overdue > false', 'N059', 'overdue > false', 'Compare with `=` or `!=`.'],
  ['number < null', 'N059', 'number < null', /= null/],
  ['priority < subject', 'N059', 'priority < subject', /its words/],
  ['status = priority', 'N059', 'status = priority', 'Compare values of the same type.'],
  ['[1..5] = [1..5]', 'N054', '[1..5]', /after|in \[1..5\]/],
  ['team = requester', 'N059', 'team = requester', 'Compare values of the same type.'],
  ['number in ("a", 2)', 'N059', '"a"', /quotes/],
  ['subject + number', 'N061', 'subject + number', /string\(…\)/],
  ['due + 7', 'N061', 'due + 7', /duration\("P7D"\)/],
  ['-overdue', 'N061', '-overdue', /not\(…\)/],
  ['number and overdue', 'N062', 'number', /> 0/],
  ['not(assignee)', 'N062', 'assignee', /!= null/],
  ['Ticket[subject]', 'N062', 'subject', /!= null/],
  ['if overdue then 1 else "a"', 'N063', 'if overdue then 1 else "a"', /same type/],
  ['[1, "a"]', 'N064', '"a"', /one type/],
  ['subject[1]', 'N066', 'subject', /entity/],
  ['some c in number satisfies true', 'N066', 'number', /entity/],
  ['Ticket.comments', 'N070', 'comments', /one by one/],
  ['date("2026-02-30") < date(due)', 'N071', 'date("2026-02-30")', /2026-12-31/],
  ['due < @"2026-13-01"', 'N071', '@"2026-13-01"', /@"2026-12-31"/],
  ['due < now() + duration("7 days")', 'N071', 'duration("7 days")', /P7D/],
  ['matches(subject, "(a")', 'N072', '"(a"', /brackets/],
  ['replace(subject, "(a)\\1", "b") = "c"', 'N072', '"(a)\\1"', /Back references/],
  ['matches(subject, "a", "z")', 'N072', '"a"', /brackets/],
  ['due < now() + duration(subject)', 'N058', 'duration(subject)', /P7D/],
  ['string length(number) > 1', 'N058', 'number', 'Write `string length(string: text)`.'],
  ['sum(Ticket.subject)', 'N058', 'Ticket.subject', /sum\(/],
  ['max(Ticket.priority)', 'N058', 'Ticket.priority', /max\(/],
  ['substring(subject)', 'N057', 'substring(subject)', /start position/],
  ['contains(text: subject, match: "a")', 'N057', 'contains(text: subject, match: "a")', /string: text/],
]

const groups = {spelling, shape, names, types}

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    test.each(cases)('%s', (text, code, marked, hint) => {
      const [first] = problemsOf(text)
      expect({code: first?.code, marked: first?.marked}).toEqual({code, marked})
      if (typeof hint === 'string') expect(first?.hint).toBe(hint)
      else expect(first?.hint).toMatch(hint)
    })
  })
}

test('a long row of words is a text without quotes', () => {
  const sentence = Array.from({length: 60}, (_, n) => `word${n}`).join(' ')
  expect(problemsOf(`subject = ${sentence}`).map(({code, hint}) => [code, hint])).toEqual([
    ['N050', 'If they are a text, put them in quotes.'],
  ])
  expect(problemsOf(`subject = "${sentence}"`)).toEqual([])
})

test('every problem has its own place, in the order of the text', () => {
  const found = problemsOf('asignee = null and status = "opne" and number = "1"')
  expect(found.map(({code, marked}) => [code, marked])).toEqual([
    ['N055', 'asignee'],
    ['N060', '"opne"'],
    ['N059', '"1"'],
  ])
})

test('foreign syntax inside strings and comments is no problem', () => {
  expect(problemsOf('subject = "a == b && \'c\' || !d" /* x == y */ and overdue')).toEqual([])
})

test('constructs that are not allowed here are reported', () => {
  const outside: Scope = {entities: helpdesk.entities}
  expect(problemsOf('me = null', outside).map(({code, marked}) => [code, marked])).toEqual([['N067', 'me']])
  expect(problemsOf('this = null', outside).map(({code}) => code)).toEqual(['N067'])
  expect(problemsOf('old.due = null', {...outside, entity: 'Ticket'}).map(({code}) => code)).toEqual(['N067'])
})

describe('the expected type', () => {
  test.each([
    ['overdue', booleanType, null],
    ['number', booleanType, 'N068'],
    ['subject', numberType, 'N068'],
    ['null', numberType, null],
    ['"open"', oneOf('open', 'closed'), null],
    ['"opne"', oneOf('open', 'closed'), 'N060'],
    ['subject', oneOf('open', 'closed'), 'N068'],
    ['me', to('User'), null],
    ['me', to('Team'), 'N068'],
    ['comments', listOf(to('Comment')), null],
    ['comments', listOf(to('Ticket')), 'N068'],
  ] as const)('%s', (text, wanted, code) => {
    const typed = type(text, scope, wanted)
    expect(typed.ok ? null : typed.problems[0]?.code).toBe(code)
  })
})

describe('names', () => {
  const spaced: Scope = {
    entity: 'Book',
    entities: entitiesOf({
      Book: {first_day: numberType, terms_and_conditions: textType, date: numberType, 'in stock': numberType},
    }),
  }
  test.each([
    'first_day > 1',
    'first day > 1',
    'terms and conditions = "a"',
    'date + 1 > date',
    'this.first day = 2',
    'in stock > 0',
  ])('%s is understood', text => {
    expect(problemsOf(text, spaced)).toEqual([])
  })
})

describe('choices', () => {
  const typed = type('priority >= "high"', scope)
  test('are ordered as they are written', () => {
    expect(typed.ok && typed.core).toMatchObject({op: 'compare', words: ['low', 'normal', 'high', 'urgent']})
  })
})

test('records are distinguished from list values', () => {
  const flagged = (text: string) => {
    const typed = type(text, {...timeOff, entity: 'Request'})
    return typed.ok && typed.core.op === 'call' && typed.core.records === true
  }
  expect(
    [
      'sum(Request.days)',
      'count(remarks)',
      'max(Request[days > 1].days)',
      'count(distinct values(Request.person))',
    ].map(flagged),
  ).toEqual([true, true, true, true])
  expect(['sum([1, 2])', 'max(1, 2)', 'sum([days])'].map(flagged)).toEqual([false, false, false])
})

test('every code of expressions is registered', () => {
  const codes = Object.values(groups).flatMap(cases => cases.map(([, code]) => code))
  expect(codes.filter(code => !(code in catalogue))).toEqual([])
})
