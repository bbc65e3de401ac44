/** Rooms on floors, with their bookings, shown by own code: what two roles see of them differs. */
import type {Json} from '../../src/feel/core.ts'
import {type Actor, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf} from './engine.ts'
import {pagesOf} from './pages.ts'

export const floors = `# Rooms

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Floor plan | /floors/:building/:floor | code FloorPlan | Employee, Guest |
| Search | /search-rooms | code Rooms | Employee, Guest |
| Room | /rooms/:number | code RoomPage | Employee, Guest |
| Booked | /booked/:id | code Booked | Employee |

### Floor plan

The rooms of a floor, and who is in them.

- address: building: Building; floor: number; day: date = today()

| Data | Shows |
|---|---|
| rooms | list of Room where building = address.building and floor = address.floor sort name limit 3 columns name, x, keeper.name, keeper.boss, taken = count(bookings), tall = floor > 3 |
| rooms.bookings | list where date(starts) = address.day sort starts limit 2 columns title, person, notes, status |
| free | count of Room where building = address.building and kind = "office" |
| seats | sum of Room.seats by kind |
| keepers | count of Room by keeper |
| next | one Booking or none where person = me and starts > now() sort starts columns room.name, starts |

| Action | Does | Fields | Sets | Leads to |
|---|---|---|---|---|
| book | create Booking then book | room, title, starts | person = me; notes = "for " + title | |
| draft | create Booking | room, title, starts, notes | | Booked |
| rename | update Booking | title | | |
| cancel | cancel of Booking | | | |
| remove | delete Booking | | | |
| close | update Building | | | |

### Search

- address: kind: one of office, meeting; keeper: User; at: time = time("09:00:00")

| Data | Shows |
|---|---|
| found | list of Room where (address.kind = null or kind = address.kind) and (address.keeper = null or keeper = address.keeper) sort name pages of 2 columns name, features |

### Room

- address: number: number

| Data | Shows |
|---|---|
| room | one Room where number = address.number columns name, kind, building |

### Booked

| Data | Shows |
|---|---|
| booking | one Booking where id = address.id columns title, starts |

## 3. Entities and their fields

### Building
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| closed | yes/no | |

### Feature
- named by: name

| Field | Type |
|---|---|
| name | text 1..40 |

### Room
- named by: name

| Field | Type | Required |
|---|---|---|
| number | serial | |
| building | Building | yes |
| floor | number | yes |
| name | text 1..40 | yes |
| kind | one of office, meeting | |
| x | number | |
| seats | number | |
| keeper | User | |
| features | many Feature | |
| bookings | list of Booking by room | |

### Booking
- named by: title

| Field | Type | Required | Default |
|---|---|---|---|
| room | Room | yes | |
| title | text 1..60 | yes | |
| person | User | yes | me |
| starts | date and time | yes | |
| notes | text | | |
| secret | yes/no | | no |

### User

| Field | Type |
|---|---|
| boss | User |

## 4. States

### Booking
- starts: draft

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| book | draft | booked | person | |
| cancel | booked | cancelled | person | notes |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Employee | works here | sign-up |
| Guest | is here for a day | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Employee | read | Building, Room, Feature | | |
| Employee | read | User | | name, boss |
| Employee | read | Booking | person = me | |
| Employee | read | Booking | not(secret) | all except notes |
| Employee | create | Booking | person = me | room, title, starts, notes, person |
| Employee | update | Booking | person = me | title, notes |
| Employee | delete | Booking | person = me and status = "draft" | |
| Guest | read | Building | not(closed) | |
| Guest | read | Room | floor = 1 | all except x, keeper |
`

export async function floorsOf(address: string, document = floors) {
  const {engine, clock} = await engineOf({document, address, grants: documentGrants})
  const add = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const who = (id: string, name: string, role: string): Actor => ({kind: 'person', id, name, roles: [role]})
  const user = (name: string, role: string, boss: string | null = null) =>
    add('User', {email: `${name.toLowerCase()}@example.com`, name, roles: [role], boss})
  const main = await add('Building', {name: 'Main', closed: false})
  const annex = await add('Building', {name: 'Annex', closed: true})
  const screen = await add('Feature', {name: 'Screen'})
  const window = await add('Feature', {name: 'Window'})
  const eve = await user('Eve', 'Employee')
  const ada = await user('Ada', 'Employee', eve)
  const gus = await user('Gus', 'Guest')
  const room = (name: string, more: Record<string, Json>) =>
    add('Room', {building: main, floor: 1, name, kind: 'office', seats: 2, ...more})
  const rooms = {
    aspen: await room('Aspen', {x: 10, keeper: ada, features: [screen, window]}),
    birch: await room('Birch', {kind: 'meeting', seats: 8}),
    cedar: await room('Cedar', {}),
    dogwood: await room('Dogwood', {}),
    elm: await room('Elm', {floor: 4}),
    fir: await room('Fir', {building: annex}),
  }
  const booking = (title: string, person: string, starts: string, more: Record<string, Json> = {}) =>
    add('Booking', {room: rooms.aspen, title, person, starts, notes: `about ${title}`, ...more})
  const bookings = {
    ours: await booking('Ours', ada, '2026-03-10T10:00:00Z'),
    theirs: await booking('Theirs', eve, '2026-03-10T11:00:00Z'),
    hidden: await booking('Hidden', eve, '2026-03-10T09:30:00Z', {secret: true}),
    late: await booking('Late', eve, '2026-03-10T15:00:00Z'),
    tomorrow: await booking('Tomorrow', ada, '2026-03-11T10:00:00Z'),
  }
  return {
    engine,
    clock,
    add,
    pages: pagesOf(engine),
    buildings: {main, annex},
    rooms,
    bookings,
    ada: who(ada, 'Ada', 'Employee'),
    eve: who(eve, 'Eve', 'Employee'),
    gus: who(gus, 'Gus', 'Guest'),
  }
}
