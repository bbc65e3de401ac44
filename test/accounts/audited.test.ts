/** What is written to the audit log: every event, in the transaction of what it tells, with who did it and to whom. */
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword, changePerson, setPassword} from '../../src/accounts/admin.ts'
import {invite} from '../../src/accounts/invitations.ts'
import {makeKey, revokeKey} from '../../src/accounts/keys.ts'
import {readDetails} from '../../src/engine/audit/audit-entry.ts'
import {listEntries} from '../../src/engine/audit/audit-query.ts'
import {importCsv} from '../../src/engine/csv/import.ts'
import {viewAsAction} from '../../src/engine/page/frame.ts'
import {saveSettings} from '../../src/engine/settings.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, deleting, done, person, updating} from '../kit/engine.ts'
import {Client, linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Lost and found

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Start | / | page | signed in |
| Things | /things | list of Thing | signed in |

### Start

Welcome.

## 3. Entities and their fields

### Thing

| Field | Type |
|---|---|
| name | text |

## 6. Roles and permissions

- audit log: Lead

| Role | Joins by |
|---|---|
| Finder | sign-up |
| Lead | invitation |

| Role | May | On |
|---|---|---|
| Finder | read | User |
| Lead | create, read, update, delete, export | User, Thing |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| New | POST | /api/things | create Thing | Lead |

## 9. Business constants and limits

| Name | Value | Changed by |
|---|---|---|
| LARGEST | 10 | Lead |
`

const password = 'staple-horse-lamp'
const [lea, finn] = ['lea@example.com', 'finn@example.com']

class World {
  readonly fixture: PeopleFixture
  readonly client: Client

  constructor(fixture: PeopleFixture) {
    this.fixture = fixture
    this.client = new Client(fixture, '203.0.113.7')
  }

  get engine() {
    return this.fixture.engine
  }

  async idOf(email: string): Promise<string> {
    return (await findByEmail(this.engine, email))?.id ?? ''
  }

  async person(email: string) {
    const found = await findByEmail(this.engine, email)
    if (!found) throw new Error(`${email} is not there`)
    return found
  }

  async leads() {
    return person((await this.person(lea)).id, 'Lead')
  }

  /** Kind, outcome, who, whom, and details, in order; people by the first letter of their address. */
  async entries(): Promise<string[]> {
    const entries = await this.engine.store.read(db =>
      listEntries(db, {}, {order: 'oldest first', after: null, most: 100}),
    )
    const names = new Map<string | null, string>([
      [await this.idOf(lea), 'lea'],
      [await this.idOf(finn), 'finn'],
    ])
    return entries.map(({entry}) => {
      const {kind, outcome, actor, person: by, about, details} = entry
      const said = Object.entries(readDetails(details)).map(([name, value]) => `${name}=${value}`)
      const whom = about === null ? '' : ` → ${names.get(about) ?? 'another'}`
      return `${kind} ${outcome}: ${names.get(by) ?? actor}${actor === 'key' ? ' by key' : ''}${whom} ${said.join(' ')}`.trim()
    })
  }
}

interface AuditedAct {
  readonly name: string
  readonly act: (world: World) => Promise<unknown>
  readonly entries: readonly string[]
}

const leaSignsIn = ({client}: World) => client.signIn(lea, password)

const acts: readonly AuditedAct[] = [
  {name: 'signing in', act: leaSignsIn, entries: ['sign-in done: lea with=password']},
  {
    name: 'a wrong password, once a minute',
    act: async ({client}) => {
      await client.signIn(lea, 'not-the-password')
      await client.signIn(lea, 'not-the-password-either')
    },
    entries: ['sign-in refused: visitor → lea with=password'],
  },
  {
    name: 'a password for an address that no one has, without the address',
    act: ({client}) => client.signIn('typed-a-password-here', 'hunter2-hunter2'),
    entries: ['sign-in refused: visitor with=password'],
  },
  {
    name: 'attempts that have to wait',
    act: async ({client}) => {
      for (let at = 0; at <= 10; at += 1) await client.signIn(lea, 'not-the-password')
    },
    entries: ['sign-in refused: visitor → lea with=password', 'sign-in refused: visitor → lea what=too many attempts'],
  },
  {
    name: 'signing out',
    act: async world => {
      await leaSignsIn(world)
      await world.client.post('/sign-out', {_action: 'sign out'})
    },
    entries: ['sign-in done: lea with=password', 'sign-out done: lea'],
  },
  {
    name: 'signing up',
    act: ({client}) => client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email: finn, password}),
    entries: ['person done: engine → finn what=added given=Finder', 'sign-in done: finn with=sign-up'],
  },
  {
    name: 'a new password, by its owner',
    act: async world => {
      await leaSignsIn(world)
      const fields = {_action: 'change password', now: password, password: 'another-horse-lamp'}
      expect((await world.client.post('/account', fields)).status).toBe(303)
    },
    entries: ['sign-in done: lea with=password', 'password done: lea what=changed'],
  },
  {
    name: 'a forgotten password',
    act: async ({client, fixture}) => {
      await client.post('/forgot-password', {_action: 'send link', email: lea})
      await expect.poll(() => fixture.mails.length).toBe(1)
      await client.post(linkTo(fixture, lea), {_action: 'reset password', password: 'another-horse-lamp'})
    },
    entries: ['password done: lea what=chosen with=link', 'sign-in done: lea with=link'],
  },
  {
    name: 'a new password, by the operator',
    act: async world => setPassword(world.engine, await world.person(lea), 'another-horse-lamp'),
    entries: ['password done: operator → lea what=changed'],
  },
  {
    name: 'an invitation, and choosing a password with it',
    act: async world => {
      const invitation = {name: 'Finn Ott', email: finn, roles: ['Lead']}
      const invited = await invite(world.fixture.world, await world.leads(), invitation)
      if (invited.kind !== 'invited') throw new Error(invited.kind)
      await world.client.post(new URL(invited.link).pathname, {_action: 'accept', password})
    },
    entries: [
      'person done: lea → finn what=added given=Lead',
      'invitation done: lea → finn what=sent',
      'password done: finn what=chosen with=link',
      'sign-in done: finn with=link',
    ],
  },
  {
    name: 'roles, the right to sign in, an address, and who is removed',
    act: async world => {
      const by = await world.leads()
      const created = {name: 'Finn Ott', email: finn, roles: ['Finder']}
      let at = done(await world.engine.change(by, [creating('User', created)]))
      for (const fields of [{roles: ['Lead']}, {active: false}, {active: true, roles: ['Lead', 'Finder']}])
        at = done(await world.engine.change(by, [updating('User', at, fields)]))
      await world.engine.change(operator, [updating('User', at, {email: 'other@example.com'})])
      await world.engine.change(operator, [updating('User', {...at, version: at.version + 1}, {email: finn})])
    },
    entries: [
      'person done: lea → finn what=added given=Finder',
      'roles done: lea → finn given=Lead taken=Finder',
      'access done: lea → finn what=ended',
      'roles done: lea → finn given=Finder',
      'access done: lea → finn what=restored',
      'address done: operator → finn what=changed',
      'address done: operator → finn what=changed',
    ],
  },
  {
    name: 'a person who is removed',
    act: async world => {
      const at = done(
        await world.engine.change(operator, [creating('User', {name: 'Gone', email: 'gone@example.com'})]),
      )
      done(await world.engine.change(await world.leads(), [deleting('User', at)]))
    },
    entries: ['person done: operator → another what=added', 'person done: lea → another what=removed'],
  },
  {
    name: 'roles, by the operator',
    act: async world => changePerson(world.engine, await world.person(lea), {roles: ['Lead', 'Finder']}),
    entries: ['roles done: operator → lea given=Finder'],
  },
  {
    name: 'a key of a person',
    act: async world => {
      await leaSignsIn(world)
      await world.client.post('/account', {_action: 'make key', key: 'Payroll', roles: 'Lead', days: '90'})
      const [row] = await world.engine.store.read(db => db.selectFrom('nonet_key').select('id').execute())
      await world.client.post('/account', {_action: 'revoke key', id: String(row?.['id'])})
    },
    entries: [
      'sign-in done: lea with=password',
      'key done: lea what=added name=Payroll roles=Lead',
      'key done: lea what=removed name=Payroll',
    ],
  },
  {
    name: 'a key, by the operator',
    act: async world => {
      const key = {person: await world.idOf(lea), name: 'Till', roles: null, days: null, by: operator}
      await makeKey(world.engine, key, world.fixture.clock.now)
      const [row] = await world.engine.store.read(db => db.selectFrom('nonet_key').select('id').execute())
      await revokeKey(world.engine, String(row?.['id']), operator)
    },
    entries: ['key done: operator → lea what=added name=Till', 'key done: operator → lea what=removed name=Till'],
  },
  {
    name: 'an export',
    act: async world => {
      await leaSignsIn(world)
      const answer = await world.client.get('/things?_export=csv')
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Name')])
    },
    entries: ['sign-in done: lea with=password', 'export done: lea name=Things.csv'],
  },
  {
    name: 'an import, not its check',
    act: async world => {
      const open = async function* () {
        yield new TextEncoder().encode('name\nUmbrella\nGlove\n')
      }
      for (const dryRun of [true, false])
        await importCsv(world.engine, await world.leads(), {entity: 'Thing', open, dryRun})
    },
    entries: ['import done: lea name=Thing records=2'],
  },
  {
    name: 'a setting',
    act: async world => {
      const {engine} = world
      const values = new Map([['LARGEST', '20']])
      await engine.unitOfWork(await world.leads(), async writing => {
        await saveSettings(writing, engine.specification, values)
        return []
      })
    },
    entries: ['settings done: lea name=LARGEST before=10 after=20'],
  },
  {
    name: 'viewing a page as someone else, in development',
    act: ({fixture}) => new Client(fixture, '127.0.0.1').post('/', {_action: viewAsAction, who: 'role Lead'}),
    entries: ['person done: operator → another what=added given=Lead', 'view-as done: visitor → another what=role'],
  },
  {
    name: 'calls without permission, and with a key that does not exist',
    act: async ({client, engine, ...world}) => {
      const {id} = (await findByEmail(engine, lea)) ?? {id: ''}
      const key = await makeKey(engine, {person: id, name: 'Till', roles: [], days: null, by: operator}, 0)
      for (const authorization of ['Bearer nonet_key_abc', `Bearer ${key}`])
        await client.get('/api/things', {
          ...{method: 'POST', body: '{"name": "x"}'},
          headers: {authorization, 'content-type': 'application/json'},
        })
      return world
    },
    entries: [
      'key done: operator → lea what=added name=Till roles=',
      'call refused: visitor name=New code=NOT_SIGNED_IN',
      'call refused: lea by key name=New code=FORBIDDEN',
    ],
  },
]

describe.each(storesOfStories)('on $name', ({make}) => {
  test.each(acts)('the audit log has $name', async ({act, entries}) => {
    const fixture = await peopleFixture({address: await make(document), document, dev: true, records: true})
    await addWithPassword(fixture.engine, {name: 'Lea Lind', email: lea, password, roles: ['Lead']})
    const world = new World(fixture)
    const before = await world.entries()
    expect(before).toEqual(['person done: operator → lea what=added given=Lead'])
    await act(world)
    await expect.poll(async () => (await world.entries()).slice(before.length), {timeout: 3000}).toEqual(entries)
    const kept = await fixture.engine.store.read(db => db.selectFrom('nonet_audit').selectAll().execute())
    for (const secret of [password, 'not-the-password', 'hunter2-hunter2', 'typed-a-password-here'])
      expect(JSON.stringify(kept)).not.toContain(secret)
  })

  test('its entries have the address in the network, of requests alone', async () => {
    const fixture = await peopleFixture({address: await make(document), document})
    await addWithPassword(fixture.engine, {name: 'Lea Lind', email: lea, password, roles: ['Lead']})
    await new Client(fixture, '203.0.113.7').signIn(lea, password)
    await new Client(fixture, '2001:db8:1:2:3::4').signIn(lea, 'not-the-password')
    const addresses = () =>
      fixture.engine.store.read(async db =>
        (await listEntries(db, {}, {order: 'oldest first', after: null, most: 10})).map(({entry}) => entry.address),
      )
    await expect.poll(addresses).toEqual([null, '203.0.113.7', '2001:db8:1:2::/64'])
  })

  test('nothing is written without a role that sees it, or a log collector', async () => {
    const plain = document.replace('- audit log: Lead\n\n', '')
    const fixture = await peopleFixture({address: await make(plain), document: plain})
    await addWithPassword(fixture.engine, {name: 'Lea Lind', email: lea, password, roles: ['Lead']})
    await new Client(fixture).signIn(lea, password)
    await new Client(fixture).signIn(lea, 'not-the-password')
    const world = new World(fixture)
    expect(await world.entries()).toEqual([])
  })
})
