/**
 * The menu as declared in the document: icons, headings and counts; names of records for their owner; and the first
 * steps.
 */

import {describe, expect, test} from 'vitest'
import {type Actor, nobody} from '../../src/engine/base/actor.ts'
import {fillSearch} from '../../src/engine/lists/search-index.ts'
import type {SearchData} from '../../src/engine/page/search.ts'
import {documentSearchFields} from '../../src/engine/required-indexes.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import type {Json} from '../../src/feel/core.ts'
import {iconPath} from '../../src/points/icons-and-colours.ts'
import type {BoardData} from '../../src/screens/board/data.ts'
import type {DashboardData} from '../../src/screens/dashboard/data.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {createApplication, documentGrants, operator} from '../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const desk = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | dashboard | Clerk, Lead |
| Wishes | /wishes | list of Wish | Clerk, Lead |
| Wish | /wishes/:id | record of Wish | Clerk, Lead |
| New wish | /wishes/new | form for Wish | Clerk, Lead |
| To decide | /inbox | inbox of Wish | Clerk, Lead |
| Board | /board | board of Wish by status | Clerk, Lead |
| Kinds | /kinds | list of Kind | Lead |
| New kind | /kinds/new | form for Kind | Lead |
| Notes | /notes | page | Lead |

### Home

| Card | Shows | As |
|---|---|---|
| Wishes | list of Wish sort day limit 5 columns person, kind | rows |

### Wishes

- icon: plane
- columns: person, kind, day
- first run: Tell us what you wish for.

### To decide

- where: status = "open"
- decided: status = "granted"
- menu: if any
- menu count: person != me

### Board

- menu: Work
- menu count: yes

### Kinds

- menu: Work
- first run: Say what can be wished for.
- empty: No kinds.

### Notes

- menu: Work

Be kind.

## 3. Entities and their fields

### Kind

- singular: sort of wish
- plural: sorts of wishes
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text | yes |

### Wish

- named by: {person}, {kind}
- owner: person
- named for owner: Your {kind}

| Field | Type | Required |
|---|---|---|
| person | User | yes |
| kind | Kind | yes |
| day | date | |
| after | Wish | |
| secret | yes/no | |

### User

- described by: {team} · {room}

| Field | Type | Required |
|---|---|---|
| team | text | |
| room | text | |

## 4. States and transitions

### Wish

- starts: open
- final: granted

| Action | From | To | Who |
|---|---|---|---|
| grant | open | granted | Lead |

## 6. Roles and permissions

| Role | Joins by |
|---|---|
| Clerk | invitation |
| Lead | invitation |

| Role | May | On | Where |
|---|---|---|---|
| Lead | all | Wish, Kind, User | |
| Clerk | read | Wish | person = me or secret = false |
| Clerk | create | Wish | person = me |
| Clerk | read | Kind, User | |
`

describe.each(storesOfStories)('the menu on $name', ({make}) => {
  const world = async () => {
    const {engine} = await engineOf({document: desk, address: await make(desk), grants: documentGrants})
    const add = async (entity: string, fields: Record<string, Json>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const ann = await add('User', {name: 'Ann', email: 'ann@example.org', roles: ['Clerk']})
    const bo = await add('User', {name: 'Bo', email: 'bo@example.org', roles: ['Lead']})
    const application = createApplication(engine.specification, {engine})
    const counts = async (actor: Actor) => Object.fromEntries((await application.menuCounts(actor)).counts)
    const wish = async (of: {id: string}, more: Record<string, Json> = {}) => add('Wish', {person: of.id, ...more})
    return {
      engine,
      add,
      ann,
      bo,
      wish,
      counts,
      application,
      pages: pagesOf(engine),
      clerk: person(ann.id, 'Clerk'),
      lead: person(bo.id, 'Lead'),
    }
  }

  test('has headings and icons of the document, and counts readable records', async () => {
    const {add, ann, bo, wish, counts, application, clerk, lead} = await world()
    const kind = await add('Kind', {name: 'Chair'})
    await wish(ann, {kind: kind.id, secret: true})
    await wish(bo, {kind: kind.id, secret: true})
    await wish(bo, {kind: kind.id, secret: false})
    expect(await counts(clerk)).toEqual({'/inbox': '1', '/board': '2'})
    expect(await counts(lead)).toEqual({'/inbox': '1', '/board': '3'})
    const {menu} = application.shell(lead)
    expect(menu.map(({title, items}) => [title, items.map(({label}) => label)])).toEqual([
      [null, ['Home', 'Wishes', 'To decide']],
      ['Work', ['Board', 'Kinds', 'Notes']],
    ])
    expect(application.shell(lead).quick).toEqual(['/', '/inbox', '/wishes/new', '/board'])
    const wishes = menu[0]?.items.find(({label}) => label === 'Wishes')
    expect(wishes).toMatchObject({icon: iconPath('plane'), screen: 'list'})
  })

  test('D11: `menu: yes` puts a screen of one role, a page or a form first, without a heading', async () => {
    const yes = desk
      .replace('### Kinds\n\n- menu: Work', '### New kind\n\n- menu: yes\n\n### Kinds\n\n- menu: yes')
      .replace('### Notes\n\n- menu: Work', '### Notes\n\n- menu: yes')
    const {engine} = await engineOf({document: yes, address: await make(yes), grants: documentGrants})
    const {menu} = createApplication(engine.specification, {engine}).shell(person('bo', 'Lead'))
    expect(menu.map(({title, items}) => [title, items.map(({label}) => label)])).toEqual([
      [null, ['Home', 'Wishes', 'To decide', 'Kinds', 'New kind', 'Notes']],
      ['Work', ['Board']],
    ])
  })

  test('an inbox that is shown if it has any stays for people who have decided something', async () => {
    const {add, bo, wish, engine, application, clerk, lead} = await world()
    const hides = async (actor: Actor) => [...(await application.menuCounts(actor)).hidden]
    expect([await hides(clerk), await hides(lead)]).toEqual([['/inbox'], ['/inbox']])
    const kind = await add('Kind', {name: 'Chair'})
    const {id} = await wish(bo, {kind: kind.id, secret: true})
    expect([await hides(clerk), await hides(lead)]).toEqual([['/inbox'], []])
    const grant = {kind: 'action', entity: 'Wish', id, version: 1, action: 'grant', inputs: new Map()} as const
    done(await engine.change(lead, [grant]))
    expect([await hides(clerk), await hides(lead)]).toEqual([['/inbox'], []])
  })

  test('describes the person as the document says', async () => {
    const {add, application} = await world()
    const described = async (name: string, fields: Record<string, Json>) => {
      const {id} = await add('User', {name, email: `${name}@example.org`, roles: ['Clerk'], ...fields})
      return (await application.menuCounts(person(id, 'Clerk'))).described
    }
    expect(await described('Cem', {team: 'Platform', room: 'Elbe'})).toBe('Platform · Elbe')
    expect(await described('Dora', {room: 'Elbe'})).toBe('Elbe')
    expect(await described('Eva', {})).toBe('')
    expect((await application.menuCounts(nobody)).described).toBe('')
  })

  test('has a list in the bottom bar of a phone, not an inbox without records', async () => {
    const {add, bo, wish, application, clerk, lead} = await world()
    const quick = async (actor: Actor) => (await application.menuCounts(actor)).quick
    expect(await quick(clerk)).toEqual(['/', '/board', '/wishes/new', '/wishes'])
    const kind = await add('Kind', {name: 'Chair'})
    await wish(bo, {kind: kind.id, secret: true})
    expect(await quick(lead)).toEqual(['/', '/inbox', '/wishes/new', '/board'])
    expect(await quick(clerk)).not.toContain('/inbox')
  })

  test('a list offers to import records to people who may add any', async () => {
    const {pages, clerk, lead} = await world()
    const href = async (actor: Actor) => (await pages.get<ListData>(actor, '/wishes')).data.importHref
    expect([await href(clerk), await href(lead)]).toEqual([null, '/wishes?_import'])
  })

  test('stops counting after ninety-nine', async () => {
    const {add, bo, engine, counts, clerk} = await world()
    const kind = await add('Kind', {name: 'Chair'})
    const many = Array.from({length: 120}, () => creating('Wish', {person: bo.id, kind: kind.id, secret: false}))
    done(await engine.change(operator, many))
    expect(await counts(clerk)).toEqual({'/inbox': '99+', '/board': '99+'})
  })

  test('shows the owner’s name of a record to its owner: on its page, on cards and boards, and in references', async () => {
    const {engine, add, ann, bo, wish, pages, clerk, lead} = await world()
    const kind = await add('Kind', {name: 'Chair'})
    const mine = await wish(ann, {kind: kind.id, secret: false})
    const theirs = await wish(bo, {kind: kind.id, secret: false, after: mine.id})
    const title = async (actor: Actor, id: string) => (await pages.get<RecordData>(actor, `/wishes/${id}`)).title
    expect(await title(clerk, mine.id)).toBe('Your Chair')
    expect(await title(lead, mine.id)).toBe('Ann, Chair')
    expect(await title(clerk, theirs.id)).toBe('Bo, Chair')
    const rows = async (actor: Actor) => {
      const {cards} = (await pages.get<DashboardData>(actor, '/')).data
      const [card] = cards
      return card?.body.as === 'rows' ? card.body.rows.map(each => each.title) : []
    }
    expect((await rows(clerk)).toSorted()).toEqual(['Bo', 'Your Chair'])
    const board = async (actor: Actor) =>
      (await pages.get<BoardData>(actor, '/board')).data.columns
        .flatMap(({cards}) => cards.map(({name}) => name))
        .toSorted()
    expect(await board(clerk)).toEqual(['Bo, Chair', 'Your Chair'])
    expect(await board(lead)).toEqual(['Ann, Chair', 'Your Chair'])
    await engine.unitOfWork(operator, async writing => {
      for (const [entity, fields] of documentSearchFields(engine.specification, kinds))
        await fillSearch(writing, entity, fields)
      return []
    })
    const found = async (actor: Actor) => {
      const {groups} = (await pages.get<SearchData>(actor, '/search?q=chair')).data
      return groups
        .find(({heading}) => heading === 'Wishes')
        ?.records.map(({name, about}) => `${name} | ${about}`)
        .toSorted()
    }
    // What is said beside the name does not repeat it.
    expect(await found(clerk)).toEqual(['Bo, Chair | ', 'Your Chair | '])
    expect(await found(lead)).toEqual(['Ann, Chair | ', 'Your Chair | '])
    const led = async (actor: Actor) => {
      const {data} = await pages.get<RecordData>(actor, `/wishes/${theirs.id}`)
      return JSON.stringify(data)
    }
    expect(await led(clerk)).toContain('"text":"Your Chair"')
    expect(await led(lead)).toContain('"text":"Ann, Chair"')
  })

  test('an installation without records links to the first steps, for people who may create them', async () => {
    const {add, ann, wish, pages, clerk, lead} = await world()
    const steps = async (actor: Actor) =>
      (await pages.get<DashboardData>(actor, '/')).data.firstSteps?.steps.map(({name, done: is}) => [name, is])
    expect(await steps(lead)).toEqual([
      ['Wishes', false],
      ['Kinds', false],
    ])
    expect(await steps(clerk)).toEqual([['Wishes', false]])
    const empty = async (path: string) => (await pages.get<ListData>(lead, path)).data.empty
    expect([await empty('/wishes'), await empty('/kinds')]).toEqual([
      'Tell us what you wish for.',
      'Say what can be wished for.',
    ])
    const kind = await add('Kind', {name: 'Chair'})
    expect(await steps(lead)).toEqual([
      ['Wishes', false],
      ['Kinds', true],
    ])
    await wish(ann, {kind: kind.id})
    expect(await steps(lead)).toBeUndefined()
    expect(await empty('/kinds')).toBe('No kinds.')
  })

  test('an entity has the document’s label, with a capital letter at the beginning of a heading', async () => {
    const {engine} = await world()
    const kind = engine.specification.entities.entities.get('Kind')
    expect([kind?.label, kind?.plural]).toEqual(['Sort of wish', 'Sorts of wishes'])
  })
})
