/** Galleries over HTTP: what the viewer may see of each record, filters, pages, and the actions of cards. */
import {describe, expect, test} from 'vitest'
import type {GalleryCard, GalleryData} from '../../../src/screens/gallery/data.ts'
import {documentGrants, openFolder, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {makeFolder, storesOfStories} from '../../kit/store-databases.ts'

const document = `# House

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Rooms | /rooms | gallery of Room | Guest, Host |
| By house | /houses/:house/rooms | gallery of Room | Host |
| Room | /rooms/:id | record of Room | Guest, Host |

### Rooms

- where: not(closed)
- columns: name, house, photo, beds, price
- filters: house, beds
- search: name
- sort: name
- actions: praise, close, reopen

## 3. Entities

### Room

- named by: name
- colour: colour

| Field | Type | Required |
|---|---|---|
| name | text 2..40 | yes |
| house | text | |
| beds | number | |
| price | number | |
| photo | image | |
| closed | yes/no | yes |
| reason | text | |
| colour | colour | |

## 4. States

### Room

- starts: free

| Action | From | To | Who | Asks |
|---|---|---|---|---|
| praise | free | praised | Guest, Host | |
| close | free, praised | gone | Host | reason |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Guest | stays | invitation |
| Host | owns | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Guest | read | Room | beds > 1 | name, house, beds, closed, status |
| Host | all | Room | | |

## 9. Limits

| Name | Value |
|---|---|
| PAGE_SIZE | 2 |
`.replace('- actions: praise, close, reopen', '- actions: praise, close')

const namesOf = ({cards}: GalleryData) => cards.map(({name}) => name)

function cardOf({cards}: GalleryData, name: string): GalleryCard {
  const card = cards.find(each => each.name === name)
  if (!card) throw new Error(`there is no card of ${name}`)
  return card
}

describe.each(storesOfStories)('a gallery on $name', ({make}) => {
  async function house() {
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants, searches: true})
    const store = await openFolder(await makeFolder())
    const received = await store.put(bytes(), 1000)
    const photo = {name: 'attic.gif', ...received, received}
    const add = async (name: string, beds: number, more: Readonly<Record<string, unknown>> = {}) => {
      const request = creating('Room', {name, house: 'North', beds, price: 10, closed: false, ...more})
      const fields =
        name === 'Attic'
          ? new Map([...request.fields, ['photo', {files: {keep: [], add: [photo]}}] as const])
          : request.fields
      return done(await engine.change(operator, [{...request, fields}]))
    }
    const stay = async (name: string, role: string) => {
      const user = creating('User', {name, email: `${name}@example.com`, roles: [role]})
      return person(done(await engine.change(operator, [user])).id, role)
    }
    const {id: attic} = await add('Attic', 2, {colour: 'teal'})
    await add('Barn', 3)
    await add('Cell', 1)
    await add('Den', 4, {house: 'South'})
    await add('Old', 4, {closed: true})
    return {engine, attic, pages: pagesOf(engine), guest: await stay('gus', 'Guest'), host: await stay('hana', 'Host')}
  }

  test('shows pictures, two facts and the state, as far as the viewer may read them', async () => {
    const {pages, guest, host, attic} = await house()
    const {data, screen} = await pages.get<GalleryData>(host, '/rooms')
    expect([screen, namesOf(data), data.count]).toEqual(['gallery', ['Attic', 'Barn'], {exact: 4}])
    expect(data.fields.map(({key}) => key)).toEqual(['house', 'beds'])
    const card = cardOf(data, 'Attic')
    expect(card).toMatchObject({
      href: `/rooms/${attic}`,
      mark: {colour: 'teal'},
      state: {text: 'Free'},
      cells: [{text: 'North'}, {text: '2'}],
    })
    expect(card.picture).toMatch(new RegExp(`^/_nonet/file/Room/${attic}/photo/`))
    expect(cardOf(data, 'Barn').picture).toBeNull()

    const {data: seen} = await pages.get<GalleryData>(guest, '/rooms')
    expect([namesOf(seen), seen.count]).toEqual([['Attic', 'Barn'], {exact: 3}])
    expect(cardOf(seen, 'Attic').picture).toBeNull()
    expect(await pages.html(guest, '/rooms')).not.toContain('/photo/')
  })

  test('is filtered, searched and paged by its address', async () => {
    const {pages, host} = await house()
    const get = async (address: string) => (await pages.get<GalleryData>(host, address)).data
    const first = await get('/rooms')
    expect([first.page.previous, first.filterBar.filters.map(({key}) => key)]).toEqual([null, ['house', 'beds']])
    const next = await get(first.page.next ?? '')
    expect([namesOf(next), next.page.next]).toEqual([['Cell', 'Den'], null])
    expect(namesOf(await get(next.page.previous ?? ''))).toEqual(['Attic', 'Barn'])
    expect(namesOf(await get('/rooms?house=South'))).toEqual(['Den'])
    expect(namesOf(await get('/rooms?q=Barn'))).toEqual(['Barn'])
    const none = await get('/rooms?q=zebra')
    expect([none.cards, none.filterBar.filtered, none.filteredBy]).toEqual([[], true, ['“zebra”']])
    const route = await get('/houses/South/rooms')
    expect([namesOf(route), route.heading]).toEqual([['Den'], 'By house: South'])
  })

  test('performs the actions of a card, and asks for inputs on the page of the record', async () => {
    const {pages, guest, host} = await house()
    const {data} = await pages.get<GalleryData>(host, '/rooms')
    const {id, version, href, actions} = cardOf(data, 'Attic')
    expect(actions.map(action => [action.label, action.href])).toEqual([
      ['Praise', null],
      ['Close', `${href}?action=close`],
    ])
    const sent = {_record: `${id}:${version}`, _action: 'praise'}
    expect(await pages.post(host, '/rooms?house=North', sent)).toMatchObject({redirect: '/rooms?house=North'})
    const {data: after} = await pages.get<GalleryData>(guest, '/rooms')
    expect(cardOf(after, 'Attic')).toMatchObject({state: {text: 'Praised'}, actions: []})
    const again = await pages.post<GalleryData>(guest, '/rooms', sent)
    expect([again.status, again.screen, again.data.problems.length]).toEqual([409, 'gallery', 1])
    expect(await pages.post(host, '/rooms', {...sent, _action: 'close'})).toMatchObject({
      redirect: `${href}?action=close`,
    })
    expect((await pages.post(guest, '/rooms', {_action: 'praise'})).status).toBe(400)
  })
})

async function* bytes() {
  yield Buffer.from('GIF89a')
}
