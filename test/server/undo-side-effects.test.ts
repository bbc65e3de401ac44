/** Undo reverses what a change did beside its records: reminders, notifications, invitations, keys and sessions. */
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {insertLink} from '../../src/accounts/account-rows.ts'
import {findById} from '../../src/accounts/accounts.ts'
import {setPassword} from '../../src/accounts/admin.ts'
import {makeFeed, openFeed} from '../../src/accounts/feeds.ts'
import {actorOfKey, makeKey} from '../../src/accounts/keys.ts'
import {newSecret} from '../../src/accounts/secret.ts'
import type {FallbackData, Page} from '../../src/engine/page/frame.ts'
import type {DoneChange} from '../../src/engine/transaction/context.ts'
import {performOnAll, writeAll} from '../../src/engine/write/write.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {postMail} from '../../src/mail/account-mail.ts'
import {operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, deleting, done, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {officeOf, orderDesk, orderOffice, undoWindow} from '../kit/undo.ts'

const day = 24 * 60 * 60 * 1000
const recordOf = ({data}: Page) => data as RecordData
const messageOf = ({data}: Page) => (data as FallbackData).message

const decisions = `# Leave

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Requests | / | list of Request | signed in |
| Request | /requests/:number | record of Request | signed in |

## 3. Entities

### Request

- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| name | text 1..60 | yes | |
| urgent | yes/no | yes | no |
| approvers | many User | | |

## 4. States

### Request

- starts: waiting
- final: approved

| Action | From | To | Who | When | After | Then |
|---|---|---|---|---|---|---|
| ask | waiting | waiting | signed in | | | notify approvers |
| approve | waiting | approved | signed in | | | |
| remind | waiting | same | system | | 1 day, every 2 days | notify approvers |
| escalate | waiting | same | system | | 3 days | notify approvers |
| hurry | any | same | system | urgent | | notify approvers |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Request |
| Member | read | User |
`

describe.each(stores)('undo on $name reverses', ({make}) => {
  const office = async () => {
    const desk = await officeOf(await make(decisions), {document: decisions})
    const request = (fields: Parameters<typeof creating>[1] = {}) =>
      desk.make('Request', {name: 'Holiday', approvers: [desk.ada, desk.bo], ...fields})
    const found = new Map()
    /** Several sweeps: what one performs may make more due. */
    const sweep = async () => {
      let performed = 0
      for (let run = 0; run < 3; run++) performed += (await runSystemActions(desk.engine, {found})).performed
      return performed
    }
    return {...desk, request, sweep}
  }
  const approve = (version: number) => ({_action: 'approve', _version: String(version)})

  it('code 1, P10: that reminders start again: none goes out twice', async () => {
    const {request, signIn, clock, sweep, rows, deliver} = await office()
    await request()
    clock.now += 5 * day
    expect(await sweep()).toBe(2)
    await deliver()
    const sent = (await rows('nonet_notification')).length
    const acted = async () => (await rows('nonet_acted')).map(({action, at}) => `${action} ${at}`).sort()
    const before = await acted()
    expect(before).toHaveLength(2)
    const bo = await signIn('Bo')
    const {version} = recordOf(await bo.page('/requests/1'))
    const approved = await bo.post('/requests/1', approve(version))
    clock.now += 1000
    await bo.undo(approved.done?.id)
    expect(await acted()).toEqual(before)
    expect(await sweep()).toBe(0)
    expect(await rows('nonet_notification')).toHaveLength(sent)
    // It is still reminded of when the next reminder is due.
    clock.now += 2 * day
    expect(await sweep()).toBe(1)
  })

  it('code 1: that a condition ended, though the system has looked in between', async () => {
    const {request, signIn, clock, sweep, rows} = await office()
    await request({urgent: true})
    expect(await sweep()).toBe(1)
    const bo = await signIn('Bo')
    const hurried = async () => (await rows('nonet_history')).filter(({action}) => action === 'hurry').length
    const edit = async (urgent: string) => {
      const {version} = recordOf(await bo.page('/requests/1'))
      return bo.post('/requests/1', {_action: 'update', _version: String(version), name: 'Holiday', urgent})
    }
    const edited = await edit('no')
    expect(edited.done?.undo).toBe(undoWindow)
    clock.now += 1000
    expect(await sweep()).toBe(0)
    await bo.undo(edited.done?.id)
    expect(recordOf(await bo.page('/requests/1')).cells.map(({text}) => text)).toContain('Yes')
    expect(await sweep()).toBe(0)
    expect(await hurried()).toBe(1)
    // When a change can no longer be undone, the action can be performed again.
    await edit('no')
    await sweep()
    clock.now += 60_000
    await sweep()
    expect(await rows('nonet_acted')).toEqual([])
    await edit('yes')
    expect(await hurried()).toBe(2)
  })

  it('code 1: that a record was deleted, though the system has looked in between', async () => {
    const {request, signIn, clock, sweep} = await office()
    await request()
    clock.now += 5 * day
    expect(await sweep()).toBe(2)
    const bo = await signIn('Bo')
    const {version} = recordOf(await bo.page('/requests/1'))
    const deleted = await bo.post('/requests/1', {_action: 'delete', _version: String(version)})
    clock.now += 1000
    await sweep()
    expect((await bo.undo(deleted.done?.id)).status).toBe(200)
    expect(await sweep()).toBe(0)
  })

  it('code 1: that a record left a state which an operator had set: the time in it goes on', async () => {
    const {request, signIn, engine, clock, sweep} = await office()
    const {id} = await request()
    const bo = await signIn('Bo')
    const send = async () => {
      const {version} = recordOf(await bo.page('/requests/1'))
      return bo.post('/requests/1', approve(version))
    }
    await send()
    clock.now += 5 * day
    const back = new Map([['status', {json: 'waiting'}]])
    done(await engine.change(operator, [{kind: 'update', entity: 'Request', id, fields: back}]))
    clock.now += 1000
    await bo.undo((await send()).done?.id)
    expect(await sweep()).toBe(0)
    clock.now += day
    expect(await sweep()).toBe(1)
  })

  it('code 1: what the system did with the change: it is done again when it is due again', async () => {
    const {request, signIn, rows} = await office()
    await request()
    const bo = await signIn('Bo')
    const hurry = async () => {
      const {version} = recordOf(await bo.page('/requests/1'))
      return bo.post('/requests/1', {_action: 'update', _version: String(version), name: 'Holiday', urgent: 'yes'})
    }
    const hurried = async () => (await rows('nonet_history')).filter(({action}) => action === 'hurry').length
    const edited = await hurry()
    expect(await hurried()).toBe(1)
    await bo.undo(edited.done?.id)
    expect(await rows('nonet_acted')).toEqual([])
    await hurry()
    expect(await hurried()).toBe(2)
  })

  it('code 2: that notifications are no longer unread', async () => {
    const {request, signIn, engine, rows, deliver, ada, bo: boId} = await office()
    const {id} = await request()
    const ask = {kind: 'action', entity: 'Request', id, action: 'ask', inputs: new Map()} as const
    done(await engine.change(operator, [ask]))
    await deliver()
    const unread = async () =>
      (await rows('nonet_notification')).flatMap(({person, seen}) => (seen === null ? [person] : [])).sort()
    expect(await unread()).toEqual([ada, boId].sort())
    const bo = await signIn('Bo')
    const {version} = recordOf(await bo.page('/requests/1'))
    const approved = await bo.post('/requests/1', approve(version))
    expect(await unread()).toEqual([])
    await bo.undo(approved.done?.id)
    // The page of the request, which Bo sees then, marks the one of Bo as read.
    expect(await unread()).toContain(ada)
  })
})

const company = `# Company

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| People | / | list of User | signed in |
| Person | /people/:number | record of User | signed in |
| New person | /new | form for User | signed in |
| Rooms | /rooms | list of Room | signed in |
| Room | /rooms/:name | record of Room | signed in |
| Slots | /slots | list of Slot | signed in |
| Slot | /slots/:name | record of Slot | signed in |

## 3. Entities

### User

| Field | Type |
|---|---|
| number | serial |

### Room

- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..60 | yes | yes |

### Slot

- named by: name

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text 1..60 | yes | yes |
| room | Room | yes | |
| also | many Room | | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | User, Room, Slot |
`

describe.each(stores)('undo on $name restores', ({make}) => {
  const office = async (options: {readonly mails?: boolean} = {}) => {
    const desk = await officeOf(await make(company), {
      document: company,
      ...options,
      post: (db, mail, journal) => postMail(db, mail, {now: desk.clock.now, journal}),
    })
    const adasFields = {name: 'Ada', email: 'ada@example.com', roles: 'Member', active: 'yes'}
    /** Ada’s page. */
    const path = '/people/1'
    const change = async (fields: Readonly<Record<string, string>>) => {
      const boss = await desk.signIn('Bo')
      const {version} = recordOf(await boss.page(path))
      const page = await boss.post(path, {_action: 'update', _version: String(version), ...adasFields, ...fields})
      return {...page, undo: () => boss.undo(page.done?.id)}
    }
    return {...desk, path, change}
  }
  type Office = Awaited<ReturnType<typeof office>>
  const rowsOf = async ({rows}: Office, person: string) => {
    const tables = ['account', 'session', 'token', 'browser', 'key', 'feed']
    const counts = tables.map(async name => {
      const all = await rows(`nonet_${name}`)
      return [name, all.filter(row => row['person'] === person).length] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }

  it('code 4, X16: the sessions, keys and feeds of a person who was deactivated, and who could not enter until then', async () => {
    const desk = await office()
    const {ada, signIn, engine, world, clock, change, deliver} = desk
    const {client} = await signIn('Ada')
    const key = (await makeKey(engine, {person: ada, name: 'till', roles: null, days: null}, clock.now)) ?? ''
    const feedPath = await makeFeed(engine, {person: ada, screen: '/', format: 'ics', name: 'People'}, clock.now)
    const feed = feedPath?.replace('/_feeds/', '').replace('.ics', '') ?? ''
    const enters = async () => [
      (await client.get('/')).status === 200,
      (await actorOfKey(world, key)).kind === 'person',
      (await openFeed(world, feed)) !== null,
    ]
    expect(await enters()).toEqual([true, true, true])
    const before = await rowsOf(desk, ada)
    const gone = await change({active: 'no'})
    expect(gone.done?.undo).toBe(undoWindow)
    expect(await enters()).toEqual([false, false, false])
    expect((await gone.undo()).status).toBe(200)
    expect(await enters()).toEqual([true, true, true])
    expect(await rowsOf(desk, ada)).toEqual(before)
    await change({active: 'no'})
    clock.now += 60_000
    await deliver()
    expect(await rowsOf(desk, ada)).toMatchObject({session: 0, token: 0, key: 0, feed: 0})
  })

  it('code 4: the sessions of a person whose address was changed', async () => {
    const {signIn, change} = await office()
    const {client} = await signIn('Ada')
    const moved = await change({email: 'eve@example.com'})
    expect((await client.get('/')).status).toBe(302)
    await moved.undo()
    expect((await client.get('/')).status).toBe(200)
  })

  it('attack: no session and no link from before a new password', async () => {
    const desk = await office()
    const {ada, signIn, change, engine, clock} = desk
    const {client} = await signIn('Ada')
    const link = {kind: 'reset', person: ada, until: clock.now + day, secret: newSecret()} as const
    await engine.store.transaction(db => insertLink(db, link, clock.now))
    const moved = await change({email: 'eve@example.com'})
    clock.now += 1000
    const person = await findById(engine, ada)
    if (!person) throw new Error('Ada is gone')
    expect(await setPassword(engine, person, 'quite-another-password')).toEqual({ok: true})
    expect((await moved.undo()).status).toBe(200)
    expect((await client.get('/')).status).toBe(302)
    expect(await rowsOf(desk, ada)).toMatchObject({session: 0, token: 0})
  })

  it('X15: the account of a deleted person; later nothing of it is left', async () => {
    const desk = await office()
    const {ada, signIn, engine, clock, deliver, rows, path} = desk
    const {client} = await signIn('Ada')
    await makeKey(engine, {person: ada, name: 'till', roles: null, days: null}, clock.now)
    await makeFeed(engine, {person: ada, screen: '/', format: 'ics', name: 'People'}, clock.now)
    const before = await rowsOf(desk, ada)
    expect(before).toEqual({account: 1, session: 1, token: 0, browser: 1, key: 1, feed: 1})
    const boss = await signIn('Bo')
    const remove = async () => {
      const {version} = recordOf(await boss.page(path))
      return boss.post(path, {_action: 'delete', _version: String(version)})
    }
    const removed = await remove()
    expect(removed.done?.undo).toBe(undoWindow)
    expect((await client.get('/')).status).toBe(302)
    await boss.undo(removed.done?.id)
    expect(await rowsOf(desk, ada)).toEqual(before)
    expect((await client.get('/')).status).toBe(200)
    await remove()
    clock.now += 60_000
    await deliver()
    expect(await rowsOf(desk, ada)).toEqual({account: 0, session: 0, token: 0, browser: 0, key: 0, feed: 0})
    expect(await rows('nonet_undo')).toEqual([])
  })

  it('code 3: nothing of the invitation of a person who was added: it has not left', async () => {
    const desk = await office({mails: true})
    const {signIn, clock, deliver, rows} = desk
    const boss = await signIn('Bo')
    const add = (name: string) =>
      boss.post('/new', {_action: 'create', name, email: `${name}@example.com`, roles: 'Member', active: 'yes'})
    const added = await add('nora')
    expect(added.done?.undo).toBe(undoWindow)
    expect(await rows('nonet_token')).toHaveLength(1)
    expect(await deliver()).toEqual([])
    await boss.undo(added.done?.id)
    expect(await rows('nonet_token')).toEqual([])
    clock.now += 60_000
    expect(await deliver()).toEqual([])
    await add('otto')
    expect(await deliver()).toEqual([])
    clock.now += undoWindow + 1
    expect(await deliver()).toEqual(['mail'])
    expect(await rows('nonet_token')).toHaveLength(1)
  })

  it('X10: nothing where a value is taken, or a record is gone, that the change had given up', async () => {
    const desk = await office()
    const {make: add, signIn, rows, engine} = desk
    const boss = await signIn('Bo')
    const remove = async (path: string) => {
      const {version} = recordOf(await boss.page(path))
      return boss.post(path, {_action: 'delete', _version: String(version)})
    }
    const overtaken = async (change: Pick<DoneChange, 'id'> | null | undefined) => {
      const before = [await rows('room'), await rows('slot')]
      const answer = await boss.undo(change?.id)
      expect([answer.status, messageOf(answer)]).toEqual([409, expect.stringContaining('changed or used')])
      expect([await rows('room'), await rows('slot')]).toEqual(before)
    }
    await add('Room', {name: 'Oak'})
    const oak = await remove('/rooms/Oak')
    await add('Room', {name: 'Oak'})
    await overtaken(oak.done)
    const elm = await add('Room', {name: 'Elm'})
    const ash = await add('Room', {name: 'Ash'})
    await add('Slot', {name: 'Morning', room: elm.id, also: [ash.id]})
    const slot = await remove('/slots/Morning')
    done(await engine.change(operator, [deleting('Room', elm)]))
    await overtaken(slot.done)
    const pine = await add('Room', {name: 'Pine'})
    await add('Slot', {name: 'Noon', room: pine.id, also: [ash.id]})
    const other = await remove('/slots/Noon')
    done(await engine.change(operator, [deleting('Room', ash)]))
    await overtaken(other.done)
    // The former name of a record that was renamed.
    const {version} = recordOf(await boss.page('/rooms/Pine'))
    const actor = {kind: 'person', id: desk.bo, name: 'Bo', roles: ['Member']} as const
    const changes: DoneChange[] = []
    const told = {
      describe: async () => ({text: 'Renamed.', href: null, back: null}),
      done: (change: DoneChange) => void changes.push(change),
    }
    done(await engine.change(actor, [updating('Room', {id: pine.id, version}, {name: 'Fir'})], {told}))
    await add('Room', {name: 'Pine'})
    await overtaken(changes[0])
  })
})

describe.each(stores)('undo on $name leaves out', ({make}) => {
  it('a record that the change created and deleted', async () => {
    const {bo, make: add, signIn, rows, engine} = await officeOf(await make(company), {document: company})
    const actor = {kind: 'person', id: bo, name: 'Bo', roles: ['Member']} as const
    const changes: DoneChange[] = []
    const told = {
      describe: async () => ({text: 'Changed.', href: null, back: null}),
      done: (change: DoneChange) => void changes.push(change),
    }
    const oak = await add('Room', {name: 'Oak'})
    const outcome = await engine.unitOfWork(
      actor,
      async context => {
        const [elm] = await writeAll(context, [creating('Room', {name: 'Elm'})])
        if (elm) await writeAll(context, [deleting('Room', elm)])
        return writeAll(context, [updating('Room', oak, {name: 'Ash'})])
      },
      {told},
    )
    expect([outcome.ok, (await rows('room')).map(({name}) => name)]).toEqual([true, ['Ash']])
    const desk = await signIn('Bo')
    expect((await desk.undo(changes[0]?.id)).status).toBe(200)
    expect((await rows('room')).map(({name}) => name)).toEqual(['Oak'])
  })
})

const forgetful = orderDesk
  .replace('| tags | many Tag | | |', '| tags | many Tag | | |\n| scan | file | | |')
  .replace(
    'shipped {name} |',
    'shipped {name} |\n| forget | open | same | signed in | set name = "(removed)"; erase | |',
  )

describe.each(stores)('a change on $name that cannot be undone', ({make}) => {
  const office = async () => {
    const desk = await orderOffice(await make(forgetful), {document: forgetful})
    const actor = {kind: 'person', id: desk.bo, name: 'Bo', roles: ['Member']} as const
    const answers: (number | null)[] = []
    const told = {
      describe: async () => ({text: 'Done.', href: null, back: null}),
      done: ({until}: {readonly until: number | null}) => void answers.push(until),
    }
    const historyText = async () => (await desk.rows('nonet_history')).map(({changes}) => String(changes)).join()
    return {...desk, actor, told, answers, historyText}
  }

  it('code 9: erases personal data of all records at once, where there are too many to undo', async () => {
    const {engine, actor, told, answers, historyText} = await office()
    const requests = Array.from({length: 201}, (_, index) => creating('Order', {name: `Lamp ${index}`}))
    const made = await engine.change(operator, requests)
    const records = made.ok ? made.records.map(({id, version}) => ({id, version})) : []
    expect(records).toHaveLength(201)
    expect(await historyText()).toContain('Lamp')
    const all = {entity: 'Order', action: 'forget', records, inputs: new Map()}
    const outcome = await engine.unitOfWork(actor, context => performOnAll(context, all), {told})
    expect([outcome.ok, answers]).toEqual([true, [null]])
    expect(await historyText()).not.toContain('Lamp')
  })

  it('code 9: erases it at once, where a later step changes a file', async () => {
    const {engine, actor, told, answers, order, historyText} = await office()
    const [lamp, desk] = [await order('Lamp'), await order('Desk')]
    const sent = {name: 'scan.txt', mediaType: 'text/plain', size: 4, content: '0'.repeat(64)}
    const forget = {kind: 'action', ...lamp, action: 'forget', inputs: new Map()} as const
    const scan = {...updating('Order', desk, {}), fields: new Map([['scan', {files: {keep: [], add: [sent]}}]])}
    const outcome = await engine.change(actor, [forget, scan], {told})
    expect([outcome.ok, answers]).toEqual([true, [null]])
    expect(await historyText()).not.toContain('Lamp')
  })
})

describe.each(stores)('changes on $name of an earlier version', ({make}) => {
  /** As versions stored it in which side effects were lists of their own. */
  const earlier = (text: unknown) => {
    const {entries, ...payload} = JSON.parse(String(text))
    const of = (kind: string) =>
      entries.flatMap((each: {kind: string}) => {
        const {kind: own, ...rest} = each
        return own === kind ? [rest] : []
      })
    const held = of('letter').map(({id}: {id: string}) => id)
    return JSON.stringify({...payload, held, forgotten: of('erasure'), states: of('state')})
  }

  it('are undone, or completed later, like others', async () => {
    const {order, signIn, rows, engine, clock, deliver} = await orderOffice(await make(orderDesk))
    const [lamp, desk] = [await order('Lamp'), await order('Desk')]
    const bo = await signIn('Bo')
    const shipped = await bo.post('/orders/1', {_action: 'ship', _version: String(lamp.version)})
    await bo.post('/orders/2', {_action: 'delete', _version: String(desk.version)})
    const stored = await rows('nonet_undo')
    expect(stored).toHaveLength(2)
    await engine.store.transaction(async db => {
      for (const {id, payload} of stored)
        await sql`update nonet_undo set payload = ${earlier(payload)} where id = ${id}`.execute(db)
    })
    expect((await bo.undo(shipped.done?.id)).status).toBe(200)
    expect(await rows('nonet_outbox')).toEqual([])
    expect(await rows('nonet_state')).toEqual([])
    clock.now += 60_000
    await deliver()
    expect((await rows('nonet_history')).map(({changes}) => String(changes)).join()).not.toContain('Desk')
    expect(await rows('nonet_undo')).toEqual([])
  })
})
