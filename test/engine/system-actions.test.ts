/**
 * Actions of the system: once per record, also with several processes, after some time in a state, and again when the
 * state is entered again.
 */

import {type KyselyPlugin, sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {listSetbacks} from '../../src/engine/actions/setbacks.ts'
import type {IntervalJob} from '../../src/engine/jobs/interval-jobs.ts'
import {QuietSearches} from '../../src/engine/jobs/skip-unchanged.ts'
import {dueRecords, scheduleSystemActions} from '../../src/engine/jobs/system-actions.ts'
import {type CheckRules, type Engine, engineItself, operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person, updating} from '../kit/engine.ts'
import {onServer} from '../kit/postgres-template.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Desk

## 3. Entities

### Ticket

| Field | Type | Required | Default |
|---|---|---|---|
| subject | text 1..60 | yes | |
| owner | User | | me |
| nudges | number | yes | 0 |
| low | yes/no | yes | no |

### Log

| Field | Type |
|---|---|
| ticket | Ticket |
| text | text |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | When | After | Then | Error |
|---|---|---|---|---|---|---|---|
| wait | open | waiting | owner | | | | |
| answer | waiting | open | owner | | | | |
| nudge | waiting | same | system | | 3 days | notify owner; create Log(ticket: this, text: "nudged") | |
| close | waiting | closed | system | | 2 weeks | | |
| close | open | closed | owner | | | | |
| warn | any | same | system | low | | create Log(ticket: this, text: "low") | |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| keep the precious | Ticket close | | subject != "precious" | TOO_MANY |
`

const day = 24 * 60 * 60 * 1000

async function logs(engine: Engine): Promise<string[]> {
  const {rows} = await engine.read(operator, ({db}) =>
    sql<{text: string}>`select text from log order by id`.execute(db),
  )
  return rows.map(({text}) => text)
}

/** A new log fails; a sequence counts attempts, because it is not rolled back. */
const failing = (code: string, when: 'once' | 'always') => `set search_path = public; create sequence attempts;
  create function fail() returns trigger language plpgsql as $$ begin
    if nextval('public.attempts') = 1 or ${when === 'always'} then raise exception 'not now' using errcode = '${code}'; end if;
    return new;
  end $$;
  create trigger fail before insert on log for each row execute function fail()`

describe.each(stores.filter(({name}) => name === 'postgres'))('actions that follow a change on $name', ({make}) => {
  it.each([
    ['40001', 'a collision'],
    ['40P01', 'a deadlock'],
    ['23505', 'a value that another transaction has just taken'],
  ])('code 5: after %s (%s) the whole change is tried again, with what it makes due', async code => {
    const address = await make()
    const failures: unknown[] = []
    const {engine} = await engineOf({document, address, failed: cause => failures.push(cause)})
    const {id} = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    await onServer(address, failing(code, 'once'))
    done(await engine.change(person(id, 'Member'), [creating('Ticket', {subject: 'Printer', low: true})]))
    expect(failures).toEqual([])
    expect(await logs(engine)).toEqual(['low'])
  })

  it('code 5: a constraint that fails each time leaves the change as it is', async () => {
    const address = await make()
    const failures: unknown[] = []
    const {engine} = await engineOf({document, address, failed: cause => failures.push(cause)})
    const {id} = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    await onServer(address, failing('23505', 'always'))
    const ticket = done(await engine.change(person(id, 'Member'), [creating('Ticket', {subject: 'Pen', low: true})]))
    expect(failures).toEqual([expect.objectContaining({code: '23505'})])
    expect(await shown(engine, ticket, 'subject')).toBe('Pen')
    expect(await logs(engine)).toEqual([])
  })
})

describe.each(stores)('actions of the system on $name', ({make}) => {
  const desk = async () => {
    const address = await make(document)
    const made = await engineOf({document, address, rules: rulesOfDocument})
    const {id} = done(await made.engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    return {...made, address, ada: person(id, 'Member')}
  }

  it('leave a change as it is if they fail unexpectedly, and report it', async () => {
    const address = await make(document)
    const failures: unknown[] = []
    const breaking: CheckRules = async ({actor}) => {
      if (actor.kind === 'engine') throw new Error('out of order')
      return []
    }
    const {engine} = await engineOf({document, address, rules: breaking, failed: cause => failures.push(cause)})
    const {id} = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})]))
    done(await engine.change(person(id, 'Member'), [creating('Ticket', {subject: 'Printer', low: true})]))
    expect(failures).toEqual([new Error('out of order')])
    expect(await logs(engine)).toEqual([])
  })

  it('run after some time in the state, counted again when the record returns to it', async () => {
    const {engine, clock, ada} = await desk()
    const ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    clock.now += 30 * day
    expect((await runSystemActions(engine)).performed).toBe(0)
    const waiting = done(await act(engine, ada, ticket, 'wait'))
    clock.now += 13 * day
    const open = done(await act(engine, ada, waiting, 'answer'))
    const again = done(await act(engine, ada, open, 'wait'))
    clock.now += 3 * day - 1
    expect((await runSystemActions(engine)).performed).toBe(0)
    clock.now += 1
    expect((await runSystemActions(engine)).performed).toBe(1)
    expect(await logs(engine)).toEqual(['nudged'])
    clock.now += 11 * day
    expect((await runSystemActions(engine)).performed).toBe(1)
    expect(await shown(engine, again, 'status')).toBe('closed')
  })

  it.each(['5000 years', '300000 years', '999999999 years'])('never run after %s', async span => {
    const address = await make()
    const {engine, clock} = await engineOf({document: document.replace('2 weeks', span), address})
    const ticket = done(await engine.change(operator, [creating('Ticket', {subject: 'Printer'})]))
    const waiting = done(await act(engine, operator, ticket, 'wait'))
    clock.now += 100 * day
    await runSystemActions(engine)
    expect(await shown(engine, waiting, 'status')).toBe('waiting')
  })

  it('run once while the record stays in its state, and again when it returns', async () => {
    const {engine, clock, ada} = await desk()
    const ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    const waiting = done(await act(engine, ada, ticket, 'wait'))
    clock.now += 4 * day
    await runSystemActions(engine)
    await runSystemActions(engine)
    expect(await logs(engine)).toEqual(['nudged'])
    const open = done(await act(engine, ada, waiting, 'answer'))
    done(await act(engine, ada, open, 'wait'))
    expect((await runSystemActions(engine)).performed).toBe(0)
    clock.now += 3 * day
    await runSystemActions(engine)
    expect(await logs(engine)).toEqual(['nudged', 'nudged'])
  })

  it('run once while a condition holds, and again when it holds again', async () => {
    const {engine, ada} = await desk()
    let ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Paper', low: true})]))
    const low = async (value: boolean) => {
      ticket = done(await engine.change(ada, [updating('Ticket', ticket, {low: value})]))
    }
    // At once, with the change that makes the condition hold.
    expect(await logs(engine)).toEqual(['low'])
    expect((await runSystemActions(engine)).performed).toBe(0)
    await low(false)
    expect((await runSystemActions(engine)).performed).toBe(0)
    await low(true)
    expect(await logs(engine)).toEqual(['low', 'low'])
    expect((await runSystemActions(engine)).performed).toBe(0)
    done(await act(engine, ada, ticket, 'wait'))
    expect((await runSystemActions(engine)).performed).toBe(0)
  })

  it('run once per record when several processes sweep at the same time', async () => {
    const {engine, address} = await desk()
    const tickets = Array.from({length: 12}, (_, index) => creating('Ticket', {subject: `T${index}`, low: true}))
    done(await engine.change(operator, tickets))
    const others = await Promise.all([1, 2].map(async () => engineOf({document, address, rules: rulesOfDocument})))
    const sweeps = await Promise.all([engine, ...others.map(other => other.engine)].map(each => runSystemActions(each)))
    expect(sweeps.reduce((sum, {performed}) => sum + performed, 0)).toBe(12)
    expect(sweeps.flatMap(({refused}) => refused)).toEqual([])
    expect(await logs(engine)).toHaveLength(12)
  })

  it('survive a restart: completed ones stay completed, and missed ones run once', async () => {
    const {engine, store, clock, ada, address} = await desk()
    const wait = async (subject: string) => {
      const ticket = done(await engine.change(ada, [creating('Ticket', {subject})]))
      return done(await act(engine, ada, ticket, 'wait'))
    }
    const first = await wait('first')
    clock.now += 3 * day
    const second = await wait('second')
    expect((await runSystemActions(engine)).performed).toBe(1)
    await store.close()
    // Stopped for two weeks: the first is due to be closed, the second to be nudged and closed.
    const next = await engineOf({document, address, rules: rulesOfDocument})
    next.clock.now = clock.now + 14 * day
    expect((await runSystemActions(next.engine)).performed).toBe(3)
    expect(await logs(next.engine)).toEqual(['nudged', 'nudged'])
    expect([await shown(next.engine, first, 'status'), await shown(next.engine, second, 'status')]).toEqual([
      'closed',
      'closed',
    ])
    expect((await runSystemActions(next.engine)).performed).toBe(0)
  })

  it('are found by their guard inside the database, without loading records', async () => {
    const {engine} = await desk()
    const many = Array.from({length: 120}, (_, n) => creating('Ticket', {subject: `T${n}`, low: n % 60 === 7}))
    done(await engine.change(operator, many))
    const action = engine.specification.actions.actions.get('Ticket')?.get('warn')
    const [row] = action?.rows ?? []
    if (!action || !row) throw new Error('there is no such action')
    let read = 0
    const counting: KyselyPlugin = {
      transformQuery: ({node}) => node,
      async transformResult({result}) {
        read += result.rows.length
        return result
      },
    }
    const due = await engine.read(engineItself, reader =>
      dueRecords({...reader, db: reader.db.withPlugin(counting)}, {action, row}, {past: null, most: 500}),
    )
    expect([due.length, read]).toEqual([2, 2])
  })

  it('are bounded, continue where a sweep ended, and are not stopped by a rule', async () => {
    const {engine, clock} = await desk()
    const waiting = ['precious', 'a', 'precious', 'b', 'c'].map(subject =>
      creating('Ticket', {subject, status: 'waiting', nudges: 9}),
    )
    done(await engine.change(operator, waiting))
    clock.now += 20 * day
    const first = await runSystemActions(engine, {most: 2})
    // Two are nudged; of the first two one may not be closed.
    expect(first).toMatchObject({performed: 3, refused: [{action: 'close', code: 'TOO_MANY'}]})
    expect(first.rest.size).toBe(2)
    const second = await runSystemActions(engine, {most: 2, rest: first.rest})
    const third = await runSystemActions(engine, {most: 2, rest: second.rest})
    // In all, five are nudged and three closed.
    expect(second.performed + third.performed).toBe(5)
    const {rows} = await engine.read(operator, ({db}) =>
      sql<{subject: string}>`select subject from ticket where status = 'waiting' order by id`.execute(db),
    )
    expect(rows.map(({subject}) => subject)).toEqual(['precious', 'precious'])
  })

  it('L1: a failing one does not delay other records, actions or entities, and is retried with growing pauses', async () => {
    const address = await make(document)
    let broken = true
    const failing: CheckRules = async (writing, change) => {
      if (broken && change.entity === 'Ticket' && change.action === 'nudge') throw new Error('the printer is on fire')
      return rulesOfDocument(writing, change)
    }
    const {engine, store, clock} = await engineOf({document, address, rules: failing})
    const tickets = ['a', 'b', 'precious'].map(subject =>
      creating('Ticket', {subject, status: 'waiting', low: subject === 'b'}),
    )
    done(await engine.change(operator, tickets))
    clock.now += 20 * day
    const first = await runSystemActions(engine)
    // Two are closed and one is warned, although none can be nudged and one may not be closed.
    expect(first.performed).toBe(3)
    expect(first.setbacks.map(({action, state, reason, attempts}) => [action, state, reason, attempts])).toEqual([
      ...Array(3).fill(['nudge', 'failed', 'Error: the printer is on fire', 1]),
      ['close', 'refused', 'TOO_MANY', 1],
    ])
    const listed = await store.read(db => listSetbacks(db, 10))
    expect(listed).toHaveLength(4)
    expect(listed.every(({due, since}) => due === clock.now + 15_000 && since === clock.now)).toBe(true)
    // Not before the pause is over, and then after twice as long.
    expect((await runSystemActions(engine)).setbacks).toEqual([])
    clock.now += 15_000
    const second = await runSystemActions(engine)
    expect(second.setbacks.map(({action, attempts, due}) => [action, attempts, due - clock.now])).toEqual([
      ['nudge', 2, 30_000],
      ['close', 2, 30_000],
    ])
    // A changed record is tried at once, and a success is no longer listed.
    broken = false
    const [kept] = listed.filter(({action}) => action === 'close')
    const {version} = await engine.read(operator, async ({db}) => {
      const {rows} = await sql<{version: unknown}>`select version from ticket where id = ${kept?.record}`.execute(db)
      return {version: Number(rows[0]?.version)}
    })
    clock.now += 1000
    done(await engine.change(operator, [updating('Ticket', {id: kept?.record ?? '', version}, {subject: 'plain'})]))
    expect((await runSystemActions(engine)).performed).toBe(2)
    expect(await store.read(db => listSetbacks(db, 10))).toEqual([])
  })

  it('L1: one whose condition the database cannot evaluate does not delay others', async () => {
    const {engine, store, clock} = await desk()
    done(await engine.change(operator, [creating('Ticket', {subject: 'Paper', low: true})]))
    const action = engine.specification.actions.actions.get('Ticket')?.get('nudge')
    const [row] = action?.rows ?? []
    if (!row) throw new Error('there is no such action')
    const when = row.when
    // An expression that cannot be compiled to a statement.
    Object.assign(row, {when: {...when, core: {op: 'variable', name: 'gone', type: {kind: 'boolean'}}}})
    const first = await runSystemActions(engine)
    expect(first.performed).toBe(1)
    expect(first.setbacks.map(each => [each.action, each.record, each.state])).toContainEqual(['nudge', '', 'failed'])
    Object.assign(row, {when})
    clock.now += 3_600_000
    await runSystemActions(engine)
    expect(await store.read(db => listSetbacks(db, 10))).toEqual([])
  })

  it('run again at once after something was performed, as it may make more due', async () => {
    const {engine} = await desk()
    done(await engine.change(operator, [creating('Ticket', {subject: 'Paper', low: true})]))
    const told: number[] = []
    let schedule: IntervalJob | undefined
    await new Promise<void>(resolve => {
      schedule = scheduleSystemActions(() => engine, {
        every: 3_600_000,
        tell(sweep) {
          told.push('performed' in sweep ? sweep.performed : -1)
          if (told.length === 2) resolve()
        },
      })
    })
    await schedule?.stop()
    expect(told).toEqual([1, 0])
  })

  it('are not searched again before something changes that they depend on', async () => {
    const {engine, clock, ada} = await desk()
    const quiet = new QuietSearches(engine)
    let searches = 0
    const search = async (patience: number) => {
      await quiet.run('tickets', patience, async () => {
        searches += 1
        const {rows} = await engine.read(operator, ({db}) => sql`select 1 from ticket where nudges > 5`.execute(db))
        return rows
      })
      return searches
    }
    expect(await search(day)).toBe(1)
    expect(await search(day)).toBe(1)
    done(await engine.change(operator, [creating('Log', {text: 'other'})]))
    expect(await search(day)).toBe(1)
    const ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    expect(await search(day)).toBe(2)
    clock.now += 299_999
    expect(await search(day)).toBe(2)
    clock.now += 1
    expect(await search(0)).toBe(3)
    expect(await search(0)).toBe(4)
    done(await engine.change(operator, [updating('Ticket', ticket, {nudges: 6})]))
    expect(await search(day)).toBe(5)
    expect(await search(day)).toBe(6)
    quiet.stop()
  })

  it('find in later sweeps what a change or the time makes due', async () => {
    const {engine, clock, ada} = await desk()
    const quiet = new QuietSearches(engine)
    const sweep = async () => (await runSystemActions(engine, {quiet})).performed
    const ticket = done(await engine.change(ada, [creating('Ticket', {subject: 'Printer'})]))
    done(await act(engine, ada, ticket, 'wait'))
    expect(await sweep()).toBe(0)
    clock.now += 3 * day
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await engine.store.transaction(db => sql`update ticket set low = true`.execute(db))
    expect(await sweep()).toBe(1)
    expect(await logs(engine)).toEqual(['nudged', 'low'])
    quiet.stop()
  })

  it('run repeatedly until stopped', async () => {
    const {engine} = await desk()
    const told: number[] = []
    let first: (() => void) | undefined
    const swept = new Promise<void>(resolve => {
      first = resolve
    })
    done(await engine.change(operator, [creating('Ticket', {subject: 'Paper', low: true})]))
    const schedule = scheduleSystemActions(() => engine, {
      every: 1,
      tell(sweep) {
        told.push('performed' in sweep ? sweep.performed : -1)
        if (told.length === 2) first?.()
      },
    })
    await swept
    await schedule.stop()
    expect(told.slice(0, 2)).toEqual([1, 0])
    const after = told.length
    await new Promise(resolve => setTimeout(resolve, 30))
    expect(told.length).toBe(after)
  })
})
