/** Boards, calendars and timelines for people who may not read the fields that place records: nothing reveals them. */

import {describe, expect, test} from 'vitest'
import type {CalendarData} from '../../../src/features/planning/calendar-data.ts'
import type {TimelineData} from '../../../src/features/planning/timeline-data.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {stores} from '../../kit/store-databases.ts'

const shifts = `# Shifts

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Days | / | calendar of Shift by day | signed in |
| Spans | /spans | calendar of Shift by day..until | signed in |
| Backwards | /backwards | calendar of Shift by until..day | signed in |
| Moments | /moments | calendar of Shift by starts..ends | signed in |
| Rows | /rows | timeline of Shift by day..until per room | signed in |
| Hours | /hours | timeline of Shift by starts..ends per room | signed in |
| Rooms | /rooms | timeline of Shift by until per room | signed in |
| Through | /through | calendar of Note by shift.day | signed in |

### Days

- sort: day

### Rows

- half days: first_half, last_half

## 3. Entities and their fields

### Room

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Shift

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| owner | text | |
| room | Room | |
| day | date | |
| until | date | |
| starts | date and time | |
| ends | date and time | |
| first_half | yes/no | |
| last_half | yes/no | |

### Note

- named by: words

| Field | Type | Required |
|---|---|---|
| words | text | yes |
| shift | Shift | |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Planner | invitation |
| Guest | invitation |
| Partner | invitation |
| Helper | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Planner | all | Shift, Room, Note | | |
| Guest | read | Shift | | title, room, owner |
| Partner | read | Shift | | title, room, day, starts |
| Helper | read | Shift | | title, room |
| Helper | read | Shift | owner = "helper" | |
| Guest, Partner, Helper | read | Room, Note | | |
`

describe.each(stores)('S7: on $name', ({make}) => {
  test('a record whose date is hidden from the viewer is in no calendar and no timeline', async () => {
    const {engine} = await engineOf({document: shifts, address: await make(shifts), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | boolean>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const room = await add('Room', {name: 'North'})
    const when = {
      room: room.id,
      day: '2026-03-11',
      until: '2026-03-13',
      starts: '2026-03-11T09:00:00Z',
      ends: '2026-03-12T12:00:00Z',
      first_half: true,
    }
    const theirs = await add('Shift', {title: 'secret', owner: 'planner', ...when})
    const own = await add('Shift', {title: 'own', owner: 'helper', ...when})
    await add('Note', {words: 'of secret', shift: theirs.id})
    await add('Note', {words: 'of own', shift: own.id})
    const pages = pagesOf(engine)
    const as = (role: string) => person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', role)
    const shown = async (role: string, path: string) => {
      const {data} = await pages.get<CalendarData | TimelineData>(as(role), path)
      return JSON.stringify(data)
    }
    const paths = ['/', '/spans', '/backwards', '/moments', '/rows', '/hours?on=2026-03-11', '/rooms', '/through']
    const addresses = [...paths, '/?view=week', '/?sort=day', '/?day=2026-03-11..2026-03-11', '/hours?view=week']
    const found: string[] = []
    for (const address of addresses) {
      expect(await shown('Planner', address), address).toContain('secret')
      for (const role of ['Guest', 'Helper'])
        if ((await shown(role, address)).includes('secret')) found.push(`${role} ${address}`)
      expect(await shown('Helper', address), address).toContain('own')
    }
    expect(found).toEqual([])
    // A person who only sees the start does not learn the duration.
    const begins = await pages.get<CalendarData>(as('Partner'), '/spans')
    const days = begins.data.items.map(({first, last}) => last - first)
    expect(days).toEqual([0, 0])
    expect(await shown('Partner', '/backwards')).not.toContain('secret')
    expect(await shown('Partner', '/spans?view=agenda&on=2026-03-12')).not.toContain('secret')
  })
})

const cases = `# Cases

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Flagged | /flagged | list of Case | signed in |
| Plain | /plain | list of Case | signed in |
| Of known people | /known | list of Case | signed in |
| Noted | /noted | list of Case | signed in |
| Board | /board | board of Case by kind | signed in |
| Days | /days | calendar of Case by day | signed in |
| Rows | /rows | timeline of Case by day per person | signed in |
| Figures | / | dashboard | signed in |

### Flagged

- where: flagged

### Plain

- where: not(flagged)

### Of known people

- where: person.known = true

### Noted

- where: count(notes[secret]) > 0

### Board

- where: flagged

### Days

- where: flagged

### Rows

- rows: known

### Figures

| Card | Shows | As |
|---|---|---|
| Flagged | count of Case where flagged | number |
| Listed | list of Case where flagged columns title | table |

## 3. Entities and their fields

### Person

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| known | yes/no | |

### Case

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| kind | one of a, b | |
| day | date | |
| person | Person | |
| flagged | yes/no | |
| notes | list of Note by case | |

### Note

| Field | Type | Required |
|---|---|---|
| case | Case | yes |
| secret | yes/no | |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Judge | invitation |
| Guest | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Judge | all | Case, Person, Note | | |
| Guest | read | Case | | title, kind, day, person, notes |
| Guest | read | Person | | name |
| Guest | read | Note | | case |
`

describe.each(stores)('S18: on $name', ({make}) => {
  test("a screen's own condition reveals nothing about a field that its viewer may not read", async () => {
    const {engine} = await engineOf({document: cases, address: await make(cases), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, string | boolean>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const known = await add('Person', {name: 'Known', known: true})
    const other = await add('Person', {name: 'Other', known: false})
    const flagged = {title: 'Alpha', kind: 'a', day: '2026-03-11', person: known.id, flagged: true}
    const it = await add('Case', flagged)
    await add('Case', {title: 'Beta', kind: 'a', day: '2026-03-11', person: other.id, flagged: false})
    await add('Note', {case: it.id, secret: true})
    const pages = pagesOf(engine)
    const shown = async (role: string, path: string) => {
      const {data} = await pages.get<unknown>(person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', role), path)
      return JSON.stringify(data)
    }
    for (const path of [
      '/flagged',
      '/known',
      '/noted',
      '/board',
      '/days',
      '/rows',
      '/?card=listed',
      '/?card=flagged',
    ]) {
      expect(await shown('Judge', path), path).toMatch(/Alpha|Known/)
      expect(await shown('Guest', path), path).not.toMatch(/Alpha|Beta|Known/)
    }
    expect(await shown('Judge', '/plain')).toContain('Beta')
    expect(await shown('Guest', '/plain')).not.toContain('Beta')
    expect(await shown('Judge', '/')).toMatch(/"text":"1"/)
    expect(await shown('Guest', '/')).toMatch(/"text":"0"/)
  })
})
