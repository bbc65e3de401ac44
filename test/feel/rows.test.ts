/** Values from a row or from the world, with fast paths or without: the results are the same. */
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {compileWith} from '../../src/feel/compile.ts'
import {Decimal} from '../../src/feel/decimal.ts'
import {functions} from '../../src/feel/functions/table.ts'
import {compile, type Reference, type, type Value} from '../../src/feel/index.ts'
import {helpdesk} from './scopes.ts'
import {environmentAt, memoryWorld, NOW, ref} from './world.ts'

const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
console.log(`rows seed ${seed}`)

const FIELDS = ['status', 'number', 'requester', 'subject', 'overdue']

const values = fc.tuple(
  fc.constantFrom<Value>('new', 'open', 'closed', null),
  fc.constantFrom<Value>(0, 2, 3, 4, -7, new Decimal(35n, -1), new Decimal(10n ** 20n + 1n, 0), null),
  fc.constantFrom<Value>(ref('User', 'u1'), ref('User', 'u2'), null),
  fc.constantFrom<Value>('', 'open', 'zebra', '\u{1F40E}', null),
  fc.constantFrom<Value>(true, false, null),
)

const conditions = [
  'status = "open" and number >= 3 and requester = me',
  'status != "open" or number < 3 or requester != me',
  'number = 3',
  'number != null and number <= 3.5',
  'number > 3',
  'subject = status',
  'subject < "p" and overdue',
  'not(overdue) or subject = null or requester = null',
  'requester = me or null = requester',
  'status < "closed" and status in ("new", "open") and number between 0 and 3',
]

test.each(conditions)(`%s (seed ${seed})`, text => {
  const typed = type(text, {...helpdesk, entity: 'Ticket'})
  if (!typed.ok) throw new Error(JSON.stringify(typed.problems))
  const plain = compileWith(typed.core, {functions})
  const short = compile(typed.core, (_, field) => (FIELDS.includes(field) ? FIELDS.indexOf(field) : undefined))
  fc.assert(
    fc.property(values, fc.constantFrom<Reference | null>(ref('User', 'u1'), null), (row, me) => {
      const rows = {Ticket: {t: Object.fromEntries(FIELDS.map((field, i) => [field, row[i] ?? null]))}}
      const environment = environmentAt(NOW, {this: ref('Ticket', 't'), me})
      const world = memoryWorld(rows, {}, environment)
      const expected = plain({...environment, world})
      expect(short({...environment, world})).toBe(expected)
      expect(short({...environment, this: {...ref('Ticket', 't'), row}})).toBe(expected)
    }),
    {seed, numRuns: 200},
  )
})
