/** Forms about records of which the person may not read everything: nothing hidden is shown, and nothing hidden is lost. */

import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import type {ImportData} from '../../../src/features/import/data.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person, updating} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {stores} from '../../kit/store-databases.ts'

const meetings = `# Meetings

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Meetings | / | list of Meeting | signed in |
| Meeting | /meetings/:id | record of Meeting | signed in |
| Rooms | /rooms | list of Room | signed in |

### Meetings

- columns: title, chair, invited

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| secret | yes/no |

### Meeting

- named by: title

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| person | User | yes | me |
| chair | User | yes | |
| cover | User | | |
| invited | many User | | |
| verdict | text | | |

### Room

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text | yes | yes |
| code | text | | yes |
| seats | number | | |

## 4. States and transitions

### Meeting

- starts: planned
- final: held

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| close | planned | held | Host | verdict, cover? |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Lead | invitation |
| Host | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Lead | all | Meeting, User | | |
| Host | read | Meeting | | title, person, chair, cover, invited, status |
| Host | read | Meeting | status = "held" | verdict |
| Host | update | Meeting | | title, chair, cover, invited |
| Host | read | User | not(secret) | name |
| Host | read | Room | | name, seats |
| Host | create, update | Room | | name, code, seats |
`

describe.each(stores)('on $name', ({make}) => {
  const office = async () => {
    const {engine} = await engineOf({document: meetings, address: await make(meetings), grants: documentGrants})
    const add = async (entity: string, fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const user = (name: string, secret: boolean) =>
      add('User', {name, email: `${name.toLowerCase()}@example.com`, roles: ['Host'], active: true, secret})
    const [hal, mia, ned] = [await user('Hal', true), await user('Mia', false), await user('Ned', false)]
    const meeting = await add('Meeting', {
      title: 'Budget',
      person: mia.id,
      chair: hal.id,
      cover: hal.id,
      invited: [hal.id, ned.id],
      verdict: 'Dismiss Ned',
    })
    const lead = person(ned.id, 'Lead')
    const now = async () => {
      const {data} = await pages.get<RecordData>(lead, `/meetings/${meeting.id}`)
      const texts = ['title', 'chair', 'cover', 'invited'].map(
        key => data.cells[data.fields.findIndex(field => field.key === key)]?.text,
      )
      return {texts, history: data.history.map(({what}) => what)}
    }
    const pages = pagesOf(engine)
    return {engine, pages, me: person(mia.id, 'Host'), mia, ned, hal, meeting, address: `/meetings/${meeting.id}`, now}
  }

  test('references to hidden records stay when a form that does not show them is saved', async () => {
    const {pages, me, mia, ned, hal, meeting, address, now} = await office()
    const edit = await pages.get<FormScreenData>(me, `${address}?edit`)
    expect(JSON.stringify(edit)).not.toContain(hal.id)
    expect(Object.fromEntries(edit.data.fields.map(({name, values}) => [name, values]))).toEqual({
      title: ['Budget'],
      chair: [],
      cover: [],
      invited: [ned.id],
    })
    const save = (version: number, fields: Readonly<Record<string, readonly string[]>>) => {
      const sent = new URLSearchParams({_action: 'update', _version: String(version)})
      for (const [name, texts] of Object.entries(fields)) for (const text of texts) sent.append(name, text)
      return pages.post(me, `${address}?edit`, sent)
    }
    const asShown = {title: ['Budget 2027'], chair: [''], cover: [''], invited: ['', ned.id]}
    expect((await save(1, asShown)).status).toBe(303)
    const {texts, history} = await now()
    expect(texts).toEqual(['Budget 2027', 'Hal', 'Hal', 'Hal, Ned'])
    expect(history).toEqual(['changed the title from “Budget” to “Budget 2027”', 'created this meeting'])
    // What the person sees can be removed, added and replaced.
    expect((await save(2, {...asShown, invited: [''], chair: [mia.id]})).status).toBe(303)
    expect((await now()).texts).toEqual(['Budget 2027', 'Mia', 'Hal', 'Hal'])
    expect((await save(3, {invited: ['', mia.id, ned.id], chair: [ned.id]})).status).toBe(303)
    expect((await now()).texts).toEqual(['Budget 2027', 'Ned', 'Hal', 'Hal, Mia, Ned'])
    // A cell of a list.
    const cell = await pages.get<FormScreenData>(me, `/?_cell=${meeting.id}.cover`)
    expect(cell.data.fields.map(({values}) => values)).toEqual([[]])
    const cells = {_action: 'update', _record: `${meeting.id}:4`, cover: ''}
    expect((await pages.post(me, '/', cells)).status).toBe(303)
    expect((await now()).texts.at(2)).toBe('Hal')
  })

  test('references to hidden records stay when a program sends what it has read', async () => {
    const {engine, me, ned, meeting, now} = await office()
    const sent = {title: 'Budget', cover: null, invited: [ned.id]}
    done(await engine.change(me, [updating('Meeting', meeting, sent)]))
    expect((await now()).texts).toEqual(['Budget', 'Hal', 'Hal', 'Hal, Ned'])
  })

  test('an import finds existing records by what the person may read, and changes their other unique values', async () => {
    const {engine, pages, me} = await office()
    for (const fields of [
      {name: 'North', code: 'secret'},
      {name: 'South', code: null},
    ])
      done(await engine.change(operator, [creating('Room', fields)]))
    const check = async (csv: string) => {
      const {data} = await pages.post<ImportData>(me, '/rooms?_import', {_action: 'check import', csv})
      return data.report
    }
    expect(await check('name,code\nNew,secret\n')).toMatchObject({ok: false, existing: {total: 0}})
    expect(await check('name,seats\nNorth,8\n')).toMatchObject({ok: true, existing: {rows: [{name: 'North'}]}})
    const sent = {_action: 'import records', csv: 'name,code,seats\nSouth,new,8\n', _existing: 'update'}
    expect((await pages.post(me, '/rooms?_import', sent)).status).toBe(303)
    expect((await pages.post(me, '/rooms?_import', {...sent, csv: 'name,code\nSouth,secret\n'})).status).toBe(422)
    const rooms = await pages.get<ListData>(me, '/rooms?columns=name,seats')
    expect(rooms.data.records.map(({cells}) => cells.map(({text}) => text))).toEqual([
      ['North', ''],
      ['South', '8'],
    ])
    expect(await check('name,code\nNew,new\n')).toMatchObject({ok: false})
  })

  test('an action that asks for a field shows its value only to people who may read it', async () => {
    const {pages, me, hal, address} = await office()
    for (const path of [address, `${address}?action=close`]) {
      const page = JSON.stringify(await pages.get(me, path))
      expect(page, path).toContain('"verdict"')
      expect(page, path).not.toContain('Dismiss')
      expect(page, path).not.toContain(hal.id)
    }
  })
})
