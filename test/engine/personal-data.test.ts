/** Erased personal data: by deleting a record and by `erase`, in history, line items, searches and the outbox. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {deletionIntro} from '../../src/features/records/delete.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import {type Engine, operator, readHistory} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, person, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, shown} from '../kit/time-off.ts'

const document = `# Jobs

## 3. Entities

### Applicant
- named by: name
- personal: name, email, note, skills

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| email | email | |
| note | long text | |
| skills | many Skill | |
| grade | number | |
| comments | list of Comment by applicant | |
| calls | list of Talk by applicant | |

### Skill

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Comment
- part of: Applicant
- personal: text

| Field | Type | Required |
|---|---|---|
| applicant | Applicant | yes |
| text | long text | yes |

### Talk
- part of: Applicant
- personal: phone

| Field | Type | Required |
|---|---|---|
| applicant | Applicant | yes |
| phone | text | |
| minutes | number | |

### Plain

| Field | Type | Required |
|---|---|---|
| title | text | yes |

## 4. States

### Applicant

| Action | Who | Then |
|---|---|---|
| send | Member | call archive; notify User |
| forget | Member | set name = "(removed)"; erase |

## 7. Calls

- hosts: example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| archive | POST | "https://example.com/archive" | name |
`

describe.each(stores)('L5: on $name', ({make}) => {
  const opened = async () => {
    const {engine} = await engineOf({document, address: await make(document), searches: true})
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'a@x.org'})])).id,
      'Member',
    )
    // Another person, who is notified of what Ada does.
    done(await engine.change(operator, [creating('User', {name: 'Bo', email: 'b@x.org'})]))
    const skill = done(await engine.change(operator, [creating('Skill', {name: 'welding'})])).id
    const made = {
      name: 'Zacharias',
      email: 'zacharias@example.com',
      note: 'Zacharias likes tea',
      grade: 3,
      skills: [skill],
    }
    let record = done(await engine.change(ada, [creating('Applicant', made)]))
    record = done(await engine.change(ada, [updating('Applicant', record, {note: 'Zacharias likes coffee', grade: 4})]))
    done(await engine.change(ada, [creating('Comment', {applicant: record.id, text: 'Zacharias was late'})]))
    done(await engine.change(ada, [creating('Talk', {applicant: record.id, phone: 'Zacharias 123', minutes: 5})]))
    record = done(await act(engine, ada, record, 'send'))
    return {engine, ada, record}
  }

  /** Every row of the database that still contains the name. */
  async function told(engine: Engine): Promise<string[]> {
    const tables = [
      'nonet_history',
      'nonet_outbox',
      'nonet_search',
      'nonet_notification',
      'applicant',
      'comment',
      'talk',
    ]
    const found: string[] = []
    for (const table of tables) {
      const {rows} = await engine.read(operator, ({db}) => sql`select * from ${sql.table(table)}`.execute(db))
      if (
        JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
          .toLowerCase()
          .includes('zacharias')
      )
        found.push(table)
    }
    return found
  }

  const entries = (engine: Engine, id: string) =>
    engine.read(operator, async ({db}) => {
      const {rows} = await sql<{action: string; changes: string}>`select action, changes from nonet_history
        where record = ${id} order by id`.execute(db)
      return rows.map(({action, changes}) => [action, JSON.parse(changes).map(({field}: {field: string}) => field)])
    })

  it('deleting a record erases the values of its personal fields, and keeps the entries', async () => {
    const {engine, ada, record} = await opened()
    expect(await told(engine)).toEqual([
      'nonet_history',
      'nonet_outbox',
      'nonet_search',
      'nonet_notification',
      'applicant',
      'comment',
      'talk',
    ])
    done(await engine.change(ada, [deleting('Applicant', record)]))
    expect(await told(engine)).toEqual([])
    expect(await entries(engine, record.id)).toEqual([
      ['create', ['grade']],
      ['update', ['grade']],
      ['send', []],
      ['delete', ['grade']],
    ])
  })

  it('an action erases them and keeps the record', async () => {
    const {engine, ada, record} = await opened()
    done(await act(engine, ada, record, 'forget'))
    expect(await told(engine)).toEqual([])
    expect(await shown(engine, record, 'name + " " + string(grade) + " " + string(count(skills))')).toBe(
      '(removed) 4 0',
    )
    expect(await shown(engine, record, 'email = null and note = null')).toBe('true')
    // A line item that requires the data is deleted, another one is kept without it.
    expect(
      await shown(engine, record, 'string(count(comments)) + string(count(calls)) + string(calls[1].minutes)'),
    ).toBe('015')
    const history = await engine.read(ada, reader => readHistory(reader, {entity: 'Applicant', id: record.id}))
    expect(history.map(({action, by}) => [action, by.name])[0]).toEqual(['forget', 'Ada'])
    expect(JSON.stringify(history)).not.toContain('Zacharias')
  })

  it('without personal fields nothing is erased, and the confirmation says so', async () => {
    const {engine, ada} = await opened()
    const plain = done(await engine.change(ada, [creating('Plain', {title: 'kept'})]))
    done(await engine.change(ada, [deleting('Plain', plain)]))
    expect(await entries(engine, plain.id)).toEqual([
      ['create', ['title']],
      ['delete', ['title']],
    ])
    const {entities} = engine.specification.entities
    for (const language of ['en', 'de']) {
      const words = messagesFor(language)
      expect(deletionIntro({words, specification: engine.specification}, entities.get('Plain') ?? null)).toBe(
        words.forms.deletingIntro,
      )
      expect(deletionIntro({words, specification: engine.specification}, entities.get('Applicant') ?? null)).toContain(
        'Name, Email, Note, Skills',
      )
    }
  })
})
