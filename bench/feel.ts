/**
 * A typical three-term condition: our closure against the same written by hand in JavaScript (at most 10 times as
 * slow) and against feelin's public API (at least 50 times as fast), rounds alternating in one run.
 * Run with: node bench/feel.ts
 */
import {evaluate} from 'feelin'
import {fromMillis} from '../src/feel/calendar.ts'
import {compile, type FieldScope, type Reference, type Scope, type Type, type, type Value} from '../src/feel/index.ts'
import {numberType, textType} from '../src/feel/type.ts'

const TEXT = 'status = "open" and priority >= 3 and requester = me'
const RECORDS = 1000
const ROUNDS = 15

const words = ['new', 'open', 'waiting', 'closed']
const person = (id: number): Reference => ({entity: 'User', id: `u${id}`})
const me = person(1)

interface Row {
  readonly status: string
  readonly priority: number
  readonly requester: Reference
}

const rows: readonly Row[] = Array.from({length: RECORDS}, (_, i) => ({
  status: words[i % 3] ?? 'new',
  priority: i % 5,
  requester: person(i % 2),
}))

const FIELDS = ['status', 'priority', 'requester']
const tickets: readonly Reference[] = rows.map(({status, priority, requester}, i) => ({
  entity: 'Ticket',
  id: `t${i}`,
  row: [status, priority, requester],
}))

const user: Type = {kind: 'reference', entity: 'User'}
const scope: Scope = {
  me: 'User',
  entity: 'Ticket',
  entities: new Map([
    [
      'Ticket',
      new Map<string, FieldScope>([
        ['status', {type: {kind: 'choice', words}}],
        ['priority', {type: numberType}],
        ['requester', {type: user}],
      ]),
    ],
    ['User', new Map<string, FieldScope>([['name', {type: textType}]])],
  ]),
}

function closure(): (ticket: Reference) => boolean {
  const typed = type(TEXT, scope)
  const now = fromMillis(0)
  if (!typed.ok || now === null) throw new Error('the condition does not type')
  const run = compile(typed.core, (_, field) => FIELDS.indexOf(field))
  const environment = {
    world: {all: () => tickets, field: () => null},
    this: null as Reference | null,
    me,
    old: null,
    inputs: new Map<string, Value>(),
    now,
    zone: 'Europe/Paris',
    workingWeek: [1, 2, 3, 4, 5],
  }
  return ticket => {
    environment.this = ticket
    return run(environment) === true
  }
}

const byHand = (row: Row): boolean => row.status === 'open' && row.priority >= 3 && row.requester.id === me.id

const byFeelin = (row: Row): boolean => evaluate(TEXT, {...row, requester: row.requester.id, me: me.id}).value === true

interface Contender {
  readonly name: string
  readonly repeat: number
  readonly count: () => number
  readonly times: number[]
}

const judge = closure()
const contenders: readonly Contender[] = [
  {name: 'by hand', repeat: 2000, count: () => rows.filter(byHand).length, times: []},
  {name: 'closure', repeat: 400, count: () => tickets.filter(judge).length, times: []},
  {name: 'feelin', repeat: 1, count: () => rows.filter(byFeelin).length, times: []},
]

/** Nanoseconds per record. */
function measure({repeat, count}: Contender): number {
  const start = process.hrtime.bigint()
  let found = 0
  for (let i = 0; i < repeat; i++) found += count()
  const took = Number(process.hrtime.bigint() - start)
  if (found !== repeat * rows.filter(byHand).length) throw new Error('the answers differ')
  return took / repeat / RECORDS
}

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

for (let round = -2; round < ROUNDS; round++) {
  for (const contender of contenders) {
    const took = measure(contender)
    if (round >= 0) contender.times.push(took)
  }
}

const [hand = 0, ours = 0, feelin = 0] = contenders.map(({times}) => middle(times))
for (const {name, times} of contenders) console.log(`${name.padEnd(8)} ${middle(times).toFixed(1).padStart(10)} ns`)
console.log(`closure / by hand: ${(ours / hand).toFixed(1)} (at most 10)`)
console.log(`feelin / closure:  ${(feelin / ours).toFixed(0)} (at least 50)`)
if (ours / hand > 10 || feelin / ours < 50) process.exitCode = 1
