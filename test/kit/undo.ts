/** A desk whose orders notify people and call another system, with people who can undo their actions. */
import {sql} from 'kysely'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {endUndo, heldNotifications} from '../../src/engine/jobs/interval-jobs.ts'
import {type Delivery, deliverDue, type OutboxRow} from '../../src/engine/outbox/outbox.ts'
import type {Page} from '../../src/engine/page/frame.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {type Engine, operator} from '../../src/screens/testing.ts'
import {creating, done} from './engine.ts'
import {Client, type PeopleFixtureOptions, peopleFixture} from './people.ts'

export const orderDesk = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Orders | / | list of Order | signed in |
| Order | /orders/:number | record of Order | signed in |
| New order | /new | form for Order | signed in |

### Orders

- columns: name, status, owner

### Order

- with: Line by order

## 3. Entities

### Tag

- named by: word

| Field | Type | Required |
|---|---|---|
| word | text 1..20 | yes |

### Order

- named by: name
- personal: name

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| name | text 1..60 | yes | |
| owner | User | | |
| tags | many Tag | | |
| lines | list of Line by order | | |

### Line

- part of: Order
- named by: what

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| what | text 1..60 | yes |

## 4. States

### Order

- starts: open
- final: shipped

| Action | From | To | Who | Then | Says |
|---|---|---|---|---|---|
| ship | open | shipped | signed in | create Line(order: this, what: "label"); notify owner; call depot | shipped {name} |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On |
|---|---|---|
| Member | all | Order, Line, Tag |
| Member | read | User |

## 7. Calls

- hosts: example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| depot | POST | "https://example.com/depot" | name |
`

export const password = 'staple-horse-lamp'
export const undoWindow = 8000

/** An application with two members, who can undo their actions. */
export async function officeOf(address: string, options: Partial<PeopleFixtureOptions> & {readonly document: string}) {
  const fixture = await peopleFixture({address, records: true, mailsNotices: true, undoWindow, ...options})
  const {engine, clock} = fixture
  const add = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    await addWithPassword(engine, {name, email, password, roles: ['Member']})
    return (await findByEmail(engine, email))?.id ?? ''
  }
  const [ada, bo] = [await add('Ada'), await add('Bo')]
  const make = async (entity: string, fields: Parameters<typeof creating>[1]) =>
    done(await engine.change(operator, [creating(entity, fields)]))
  const signIn = async (name: string) => {
    const client = new Client(fixture)
    await client.signIn(`${name.toLowerCase()}@example.com`, password)
    return new Desk(client)
  }
  const rows = async (table: string) =>
    engine.store.read(
      async db => (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows,
    )
  /** Delivers messages that leave the application, like the jobs of a server. */
  const deliver = (on: Engine = engine) => deliverWith(on, clock)
  return {...fixture, ada, bo, make, signIn, rows, deliver}
}

export async function orderOffice(address: string, options: Partial<PeopleFixtureOptions> = {}) {
  const office = await officeOf(address, {document: orderDesk, ...options})
  const {make, ada} = office
  const tag = await make('Tag', {word: 'urgent'})
  const order = (name: string) => make('Order', {name, owner: ada, tags: [tag.id]})
  return {...office, order}
}

export async function deliverWith(engine: Engine, clock: {readonly now: number}): Promise<string[]> {
  const left: string[] = []
  const note = async (row: OutboxRow) => {
    left.push(row.kind)
    return 'delivered' as const
  }
  const delivery: Delivery = {
    store: engine.store,
    couriers: {notification: heldNotifications(() => engine), notice: note, call: note, mail: note},
    now: () => clock.now,
    random: () => 0,
    failed: ({cause}) => {
      throw cause
    },
  }
  while ((await deliverDue(delivery)) > 0);
  await endUndo(engine, clock.now)
  return left.sort()
}

/** A person who reads pages as data. */
class Desk {
  readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  async page(path: string): Promise<Page> {
    const headers = {accept: pageMediaType}
    return (await (await this.client.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers})).json()) as Page
  }

  /** The page in the response to an action. */
  async post(path: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const response = await this.client.post(path, fields, {headers: {accept: pageMediaType}})
    const answer = (await response.json()) as Page | {page: Page}
    return 'page' in answer ? answer.page : answer
  }

  undo(id: string | undefined, path = '/'): Promise<Page> {
    return this.post('/_undo', {_action: 'undo', id: id ?? '', return: path})
  }
}
