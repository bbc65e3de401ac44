/** A desk whose tickets notify their owner, with two people, for tests of notifications. */

import {sql} from 'kysely'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {operator} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {instantAt} from '../../src/store/sql.ts'
import {creating, done} from './engine.ts'
import {type PeopleFixtureOptions, peopleFixture} from './people.ts'

export const ticketDesk = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Tickets | / | list of Ticket | signed in |
| Ticket | /tickets/:number | record of Ticket | signed in |

## 3. Entities

### Ticket

- named by: subject

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 7 | | |
| subject | text 1..60 | yes | |
| owner | User | | |
| helper | User | | |
| hidden | yes/no | yes | no |

## 4. States

### Ticket

| Action | Who | Then |
|---|---|---|
| ask back | signed in | notify owner |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read | Ticket | (owner = me or helper = me) and not(hidden) | number, subject |
| Member | read | User | name != "Spy" | name |
`

export const password = 'staple-horse-lamp'

/** Ada owns every ticket; Bo helps unless the ticket has another helper. */
export async function ticketOffice(address: string, options: Partial<PeopleFixtureOptions> = {}) {
  const fixture = await peopleFixture({address, document: ticketDesk, mailsNotices: true, ...options})
  const {engine, clock} = fixture
  const add = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    await addWithPassword(engine, {name, email, password, roles: ['Member']})
    const found = await findByEmail(engine, email)
    return {kind: 'person', id: found?.id ?? '', name, roles: ['Member']} as const
  }
  const [ada, bo] = [await add('Ada'), await add('Bo')]
  const ticket = async (subject: string, helper = bo.id) =>
    done(await engine.change(operator, [creating('Ticket', {subject, owner: ada.id, helper})]))
  /** Many at once, without the actions that would cause them. */
  const tellMany = (count: number, record: string) =>
    engine.store.transaction(async db => {
      for (let n = 0; n < count; n += 1)
        await sql`insert into nonet_notification (id, person, event, at, entity, record, action, by, seen)
          values (${newId()}, ${ada.id}, ${newId()}, ${instantAt(clock.now)}, 'Ticket', ${record}, 'ask_back', ${bo.id}, ${null})`.execute(
          db,
        )
    })
  return {...fixture, ada, bo, ticket, add, tellMany}
}
