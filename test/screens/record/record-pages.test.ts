/** The page of a record over HTTP: editing, deleting, acting and adding, with different permissions. */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import type {FallbackData} from '../../../src/engine/page/frame.ts'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormFieldData, FormScreenData} from '../../../src/features/forms/data.ts'
import type {RecordData} from '../../../src/features/records/data.ts'
import {type Actor, documentGrants, operator} from '../../../src/screens/testing.ts'
import {creating, done, engineOf, person, updating} from '../../kit/engine.ts'
import {type Got, type Pages, pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, rulesOfDocument, timeOff} from '../../kit/time-off.ts'

const shelves = `# Shelves

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Shelves | /shelves | list of Shelf | Keeper |
| New shelf | /shelves/new | form for Shelf | Keeper |
| Shelf | /shelves/:id | record of Shelf | Keeper |
| Books | /books | list of Book | Keeper |
| Book | /books/:id | record of Book | Keeper |

### Shelf

- with: Board by shelf, Book by shelf

### Books

- columns: pages, shelf, title
- sort: -title

## 3. Entities

### Shelf

- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| name | text 1..20 | yes | |
| boards | list of Board by shelf | | |
| high | = sum(boards.height) | | |

### Board

- part of: Shelf

| Field | Type | Required | Default |
|---|---|---|---|
| shelf | Shelf | yes | |
| height | number 1..100 | yes | |
| colour | one of black, white | yes | black |

### Book

- named by: title

| Field | Type | Required |
|---|---|---|
| title | text 1..40 | yes |
| shelf | Shelf | yes |
| pages | number | |
| lent_to | text | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| it has a board | Shelf | count(boards) > 0 | BARE |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| BARE | 422 | A shelf needs a board. |

## 6. Roles

| Role | Meaning |
|---|---|
| Keeper | |

| Role | May | On |
|---|---|---|
| Keeper | all | Shelf, Board, Book |
`

const loans = `# Loans

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Copy | /copies/:number | record of Copy | Keeper |
| Loan | /loans/:id | record of Loan | Keeper, Reader |

## 3. Entities

### Copy

- named by: title

| Field | Type | Required |
|---|---|---|
| number | serial | |
| title | text 1..40 | yes |

### Loan

| Field | Type | Required |
|---|---|---|
| copy | Copy | yes |
| instead | Copy | |

## 6. Roles

| Role | Meaning |
|---|---|
| Keeper | |
| Reader | |

| Role | May | On |
|---|---|---|
| Keeper | all | Loan, Copy |
| Reader | read | Loan, Copy |
`

/** The computed field has another value for each person who reads it. */
const leave = `# Leave

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Leave | /leave/:number | record of Leave | signed in |

## 3. Entities

### Leave

- named by: number

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| person | User | yes | me |
| days | number | yes | |
| of_others | = person != me | | |

## 4. States

### Leave

- starts: submitted
- final: approved

| Action | From | To | Who | When |
|---|---|---|---|---|
| approve | submitted | passed_on | Office | of_others and days > 5 |
| approve | submitted | approved | Office | of_others |
| confirm | passed_on | approved | Board | of_others |

## 6. Roles

| Role | Meaning |
|---|---|
| Office | decides |
| Board | confirms |

| Role | May | On |
|---|---|---|
| signed in | read, create | Leave |
| signed in | read | User |
`

describe.each(storesOfStories)('on $name', ({make}) => {
  test('the next steps ask whether anyone may decide, also by a computed field about the person who reads', async () => {
    const {engine} = await engineOf({document: leave, address: await make(leave), grants: documentGrants})
    const join = async (name: string) =>
      done(await engine.change(operator, [creating('User', {name, email: `${name}@x.org`, roles: ['Office']})]))
    const [ada, olga] = [await join('ada'), await join('olga')]
    done(await engine.change(person(ada.id, 'Office'), [creating('Leave', {days: 9})]))
    const pages = pagesOf(engine)
    for (const {id} of [ada, olga]) expect((await pages.get(person(id, 'Office'), '/leave/1')).status).toBe(200)
  })

  test('a record links to the records it refers to, for people with a page of them', async () => {
    const {engine} = await engineOf({document: loans, address: await make(loans), grants: documentGrants})
    const pages = pagesOf(engine)
    const {id} = done(await engine.change(operator, [creating('User', {name: 'K', email: 'k@x.org'})]))
    const copy = done(await engine.change(operator, [creating('Copy', {title: 'Emma'})]))
    const loan = done(await engine.change(operator, [creating('Loan', {copy: copy.id})]))
    const cells = async (role: string) =>
      (await pages.get<RecordData>(person(id, role), `/loans/${loan.id}`)).data.cells.map(({text, href}) => [
        text,
        href,
      ])
    expect(await cells('Keeper')).toEqual([
      ['Emma', '/copies/1'],
      ['', undefined],
    ])
    expect(await cells('Reader')).toEqual([
      ['Emma', undefined],
      ['', undefined],
    ])
  })

  test('an email address, a telephone number and a website are links; other texts are not', async () => {
    const document = loans.replace(
      '| title | text 1..40 | yes |',
      '| title | text 1..40 | yes |\n| mail | email | |\n| tel | phone | |\n| site | url | |',
    )
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const {id} = done(await engine.change(operator, [creating('User', {name: 'K', email: 'k@x.org'})]))
    const values = {title: 'https://x.org', mail: 'a?b@x.org', tel: '+44 20 7946 0000', site: 'https://x.org/é'}
    done(await engine.change(operator, [creating('Copy', values)]))
    const {data} = await pagesOf(engine).get<RecordData>(person(id, 'Keeper'), '/copies/1')
    const hrefs = data.fields.map(({key}, index) => [key, data.cells[index]?.href])
    expect(Object.fromEntries(hrefs)).toMatchObject({
      mail: 'mailto:a%3Fb@x.org',
      tel: 'tel:+442079460000',
      site: 'https://x.org/%C3%A9',
    })
    expect(hrefs.filter(([, href]) => href !== undefined)).toHaveLength(3)
  })

  test('people who may see nobody read that someone did it, and see their own actions', async () => {
    const {engine} = await engineOf({document: loans, address: await make(loans), grants: documentGrants})
    const pages = pagesOf(engine)
    const [ada, bo] = await Promise.all(
      ['Ada', 'Bo'].map(async name => {
        const email = `${name}@x.org`.toLowerCase()
        return {...person(done(await engine.change(operator, [creating('User', {name, email})])).id, 'Keeper'), name}
      }),
    )
    if (!ada || !bo) throw new Error('nobody is there')
    const {id} = done(await engine.change(ada, [creating('Copy', {title: 'Emma'})]))
    const told = async (who: Actor) => (await pages.get<RecordData>(who, '/copies/1')).data.history.map(({by}) => by)
    expect(id).not.toBe('')
    expect(await told(ada)).toEqual(['You'])
    expect(await told(bo)).toEqual(['Someone'])
  })

  test('records that a person may never create have no form and no button for them', async () => {
    const document = loans.replace(
      '| Copy | /copies',
      '| New copy | /copies/new | form for Copy | signed in |\n| Copies | /copies | list of Copy | signed in |\n| Copy | /copies',
    )
    const {engine} = await engineOf({document, address: await make(document), grants: documentGrants})
    const pages = pagesOf(engine)
    const {id} = done(await engine.change(operator, [creating('User', {name: 'K', email: 'k@x.org'})]))
    const seen = async (role: string) => {
      const list = await pages.get<ListData>(person(id, role), '/copies')
      return [list.data.create?.href, (await pages.get(person(id, role), '/copies/new')).status]
    }
    expect(await seen('Keeper')).toEqual(['/copies/new', 200])
    expect(await seen('Reader')).toEqual([undefined, 404])
  })

  async function office() {
    const made = await company(await make(timeOff))
    for (const who of [made.people.ada, made.people.bo]) await made.allowance(who, 25)
    const draft = async (who: Actor, first: string, last: string) => {
      const record = done(await made.draft(who, {first_day: first, last_day: last, note: 'family'}))
      return {...record, path: `/requests/${await made.shown(record, 'number')}`}
    }
    return {...made, draftAt: draft, pages: pagesOf(made.engine)}
  }

  /** The values that the unchanged form would send. */
  function filled({fields, version}: FormScreenData): Record<string, string> {
    const texts = fields.filter(({control}) => control !== 'file').map(({name, values}) => [name, values.at(-1) ?? ''])
    return {...Object.fromEntries(texts), ...(version === null ? {} : {_version: String(version)})}
  }

  const named = (fields: readonly FormFieldData[]) => fields.map(({name}) => name)

  describe('editing', () => {
    test('offers the fields that the person may change of this record, and nothing to others', async () => {
      const {pages, people, draftAt, act} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      const own = await pages.get<FormScreenData>(people.ada, `${request.path}?edit`)
      expect(own.screen).toBe('form')
      expect(named(own.data.fields)).toEqual(
        'kind first_day last_day first_half last_half hours note cover proof'.split(' '),
      )
      expect(own.data.fields.find(({name}) => name === 'note')?.values).toEqual(['family'])
      expect((await pages.get<RecordData>(people.ada, request.path)).data.edit).toBe(`${request.path}?edit`)
      expect((await pages.get<RecordData>(people.max, request.path)).data.edit).toBeNull()
      const forbidden = await pages.get<FallbackData>(people.max, `${request.path}?edit`)
      expect(forbidden.status).toBe(403)
      expect(forbidden.data.back).toEqual({href: request.path, typed: false})
      expect((await pages.get(people.bo, `${request.path}?edit`)).status).toBe(404)
      // A rejected person stays signed in: the page keeps their menu.
      expect(await pages.html(people.bo, `${request.path}?edit`)).toContain('href="/mine"')
      await act(people.ada, request, 'submit')
      expect((await pages.get<RecordData>(people.ada, request.path)).data.edit).toBeNull()
    })

    test('changes the record and leads back to it', async () => {
      const {pages, people, draftAt, shown} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      const {data} = await pages.get<FormScreenData>(people.ada, `${request.path}?edit`)
      const answer = await pages.post(people.ada, `${request.path}?edit`, {
        ...filled(data),
        note: 'a wedding',
        last_half: 'yes',
        _action: 'update',
      })
      expect(answer.redirect).toBe(request.path)
      expect(await shown(request, 'note')).toBe('a wedding')
      expect(await shown(request, 'days')).toBe('1.5')
    })

    test('reports all problems at once and keeps the input', async () => {
      const {pages, people, draftAt, shown} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      const {data} = await pages.get<FormScreenData>(people.ada, `${request.path}?edit`)
      const answer = await pages.post<FormScreenData>(people.ada, `${request.path}?edit`, {
        ...filled(data),
        first_day: 'soon',
        last_day: '',
        note: 'kept',
        _action: 'update',
      })
      expect(answer.status).toBe(422)
      expect(answer.data.problems.map(({field}) => field)).toEqual(['first_day', 'last_day'])
      expect(answer.data.fields.find(({name}) => name === 'first_day')?.values).toEqual(['soon'])
      expect(answer.data.fields.find(({name}) => name === 'note')?.values).toEqual(['kept'])
      expect(await shown(request, 'note')).toBe('family')
    })

    test('shows both versions after a conflict, and lets each field be decided', async () => {
      const {pages, people, draftAt, shown, engine} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      const {data} = await pages.get<FormScreenData>(people.ada, `${request.path}?edit`)
      done(await engine.change(people.hana, [updating('Request', request, {note: 'theirs', last_day: '2026-05-06'})]))
      const mine = {...filled(data), note: 'mine', first_half: 'yes', _action: 'update'}
      const refused = await pages.post<FormScreenData>(people.ada, `${request.path}?edit`, mine)
      expect(refused.status).toBe(409)
      expect(refused.data.conflict).toMatchObject({
        who: 'Hana',
        fields: [
          // Only Hana changed the last day, so her value is preselected.
          {name: 'last_day', theirs: 'Wed 6 May', take: 'theirs'},
          {name: 'first_half', theirs: 'No', take: 'mine'},
          {name: 'note', theirs: 'theirs', take: 'mine'},
        ],
      })
      expect(refused.data.fields.find(({name}) => name === 'note')?.values).toEqual(['mine'])
      expect(await shown(request, 'note')).toBe('theirs')
      const again = {...mine, _version: String(refused.data.version), '_take.last_day': 'theirs', '_take.note': 'mine'}
      expect((await pages.post(people.ada, `${request.path}?edit`, again)).redirect).toBe(request.path)
      expect(await shown(request, 'note')).toBe('mine')
      expect(await shown(request, 'last_day')).toBe('2026-05-06')
      expect(await shown(request, 'first_half')).toBe('true')
    })

    test('cannot reach a hidden record, or fields that are not granted', async () => {
      const {pages, people, draftAt, shown} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      const sent = {note: 'x', _version: String(request.version), _action: 'update'}
      expect((await pages.post(people.bo, request.path, sent)).status).toBe(404)
      expect((await pages.post(people.max, request.path, sent)).status).toBe(403)
      const more = {...sent, status: 'approved', person: people.bo.id}
      expect((await pages.post(people.ada, request.path, more)).status).toBe(403)
      expect(await shown(request, 'note')).toBe('family')
    })
  })

  describe('deleting', () => {
    test('is confirmed, and leads to the list', async () => {
      const {pages, people, make: create} = await office()
      const {id} = await create('Allowance', {person: people.ada.id, kind: 'Holiday', year: 2025, days: 25})
      const path = `/balances/${id}`
      expect((await pages.get<RecordData>(people.hana, path)).data.remove).toBe(`${path}?delete`)
      const asked = await pages.get<FormScreenData>(people.hana, `${path}?delete`)
      expect(asked.data.actions).toEqual([{name: 'delete', label: 'Delete', tone: 'danger'}])
      const sent = {...filled(asked.data), _action: 'delete'}
      expect((await pages.post(people.hana, `${path}?delete`, sent)).redirect).toBe('/balances')
      expect((await pages.get(people.hana, path)).status).toBe(404)
    })

    test('is rejected if others refer to it, and names them', async () => {
      const {engine} = await engineOf({document: shelves, address: await make(shelves), grants: documentGrants})
      const pages = pagesOf(engine)
      const keeper = person(
        done(await engine.change(operator, [creating('User', {name: 'K', email: 'k@x.org'})])).id,
        'Keeper',
      )
      const shelf = done(await engine.change(operator, [creating('Shelf', {name: 'A'})]))
      done(await engine.change(operator, [creating('Book', {title: 'One', shelf: shelf.id})]))
      const refused = await pages.post<FormScreenData>(keeper, `/shelves/${shelf.id}?delete`, {
        _action: 'delete',
        _version: '1',
      })
      expect(refused.status).toBe(409)
      expect(refused.data.problems[0]?.message).toContain('still has 1 book.')
      // The reason is given once.
      expect(refused.data.intro).toBe('')
      expect((await pages.get(keeper, `/shelves/${shelf.id}`)).status).toBe(200)
    })
  })

  describe('line items', () => {
    async function library() {
      const {engine} = await engineOf({
        document: shelves,
        address: await make(),
        grants: documentGrants,
        rules: rulesOfDocument,
      })
      const made = done(await engine.change(operator, [creating('User', {name: 'K', email: 'k@x.org'})]))
      return {engine, pages: pagesOf(engine), keeper: person(made.id, 'Keeper')}
    }
    const rows = ({data}: Got<FormScreenData>) =>
      data.lineItems.flatMap(({rows: all}) =>
        all.map(({id, fields}) => [id !== '', ...fields.map(({values}) => values.at(-1))]),
      )

    async function made(pages: Pages, keeper: Actor): Promise<string> {
      const {redirect = ''} = await pages.post(keeper, '/shelves/new', {
        _action: 'create',
        name: 'A',
        '_part.boards.0': '',
        'boards.0.height': '10',
        'boards.0.colour': 'white',
        '_part.boards.1': '',
        'boards.1.height': '20',
        'boards.1.colour': 'black',
        '_part.boards.2': '',
        'boards.2.height': '',
        'boards.2.colour': 'black',
      })
      return redirect
    }

    test('D1: are previewed, as they are saved', async () => {
      const {pages, keeper} = await library()
      const asked = {_action: '_preview', name: 'A', '_part.boards.0': '', 'boards.0.height': '10'}
      const {data} = await pages.post<FormScreenData>(keeper, '/shelves/new', asked)
      expect(data.hints).toEqual({
        facts: [{key: 'high', label: 'High', help: '', text: '10'}],
        after: null,
        problems: [],
      })
      const refused = await pages.post<FormScreenData>(keeper, '/shelves/new', {_action: 'create', name: 'A'})
      expect(refused.status).toBe(422)
    })

    test('are created with their owner; blank rows are not', async () => {
      const {pages, keeper} = await library()
      const path = await made(pages, keeper)
      expect(rows(await pages.get<FormScreenData>(keeper, `${path}?edit`))).toEqual([
        [true, '10', 'white'],
        [true, '20', 'black'],
        [false, undefined, 'black'],
        [false, undefined, 'black'],
      ])
    })

    test('are changed, added and removed with it, in one step', async () => {
      const {pages, keeper} = await library()
      const path = await made(pages, keeper)
      const {data} = await pages.get<FormScreenData>(keeper, `${path}?edit`)
      const part = (index: number) => data.lineItems[0]?.rows[index]
      const sent = {
        ...filled(data),
        _action: 'update',
        '_part.boards.0': `${part(0)?.id} ${part(0)?.version}`,
        'boards.0.height': '11',
        'boards.0.colour': 'white',
        '_part.boards.1': `${part(1)?.id} ${part(1)?.version}`,
        '_drop.boards.1': 'yes',
        'boards.1.height': '20',
        'boards.1.colour': 'black',
        '_part.boards.2': '',
        'boards.2.height': '30',
        'boards.2.colour': 'black',
      }
      expect((await pages.post(keeper, `${path}?edit`, sent)).redirect).toBe(path)
      const after = await pages.get<FormScreenData>(keeper, `${path}?edit`)
      expect(rows(after).filter(([known]) => known)).toEqual([
        [true, '11', 'white'],
        [true, '30', 'black'],
      ])
    })

    test('and other records are shown as in their own list, without columns that are the same in every row', async () => {
      const {engine, pages, keeper} = await library()
      const path = await made(pages, keeper)
      const shelf = path.split('/').at(-1) ?? ''
      for (const title of ['A', 'B'])
        done(await engine.change(operator, [creating('Book', {title, shelf, pages: 12, lent_to: 'Ada'})]))
      const books = (await pages.get<RecordData>(keeper, path)).data.related[1]
      expect(books?.columns.map(({key}) => key)).toEqual(['pages', 'title'])
      expect(books?.records.map(({cells}) => cells[1]?.text)).toEqual(['B', 'A'])
    })

    test('are ordered by their numbers, and shown so in the form and on the page', async () => {
      const {pages, keeper} = await library()
      const path = await made(pages, keeper)
      const {data} = await pages.get<FormScreenData>(keeper, `${path}?edit`)
      expect(data.lineItems[0]?.mayMove).toBe(true)
      const row = (index: number, height: string, place: string) => ({
        [`_part.boards.${index}`]: index < 2 ? known(index) : '',
        [`_place.boards.${index}`]: place,
        [`boards.${index}.height`]: height,
        [`boards.${index}.colour`]: 'black',
      })
      const known = (index: number) =>
        `${data.lineItems[0]?.rows[index]?.id} ${data.lineItems[0]?.rows[index]?.version}`
      const sent = {
        ...filled(data),
        _action: 'update',
        ...row(0, '10', '2'),
        ...row(1, '500', '2'),
        ...row(2, '30', '1'),
      }
      const refused = await pages.post<FormScreenData>(keeper, `${path}?edit`, sent)
      expect(refused.status).toBe(422)
      expect(
        rows(refused)
          .slice(0, 3)
          .map(([, height]) => height),
      ).toEqual(['30', '500', '10'])
      expect(refused.data.problems).toMatchObject([{field: 'boards.1.height'}])
      expect((await pages.post(keeper, `${path}?edit`, {...sent, 'boards.1.height': '20'})).redirect).toBe(path)
      const heights = async () =>
        rows(await pages.get<FormScreenData>(keeper, `${path}?edit`)).map(([, height]) => height)
      expect((await heights()).slice(0, 3)).toEqual(['30', '20', '10'])
      const page = await pages.get<RecordData>(keeper, path)
      expect(page.data.related[0]?.records.map(({cells}) => cells[0]?.text)).toEqual(['30', '20', '10'])
      expect(page.data.history[0]?.what).toContain('boards')
    })

    test('with a problem reject the whole form, at their row', async () => {
      const {pages, keeper} = await library()
      const refused = await pages.post<FormScreenData>(keeper, '/shelves/new', {
        _action: 'create',
        name: '',
        '_part.boards.0': '',
        'boards.0.height': '',
        'boards.0.colour': 'black',
        '_part.boards.1': '',
        'boards.1.height': '500',
        'boards.1.colour': 'black',
      })
      expect(refused.status).toBe(422)
      expect(refused.data.problems).toMatchObject([{field: 'name'}])
      const second = await pages.post<FormScreenData>(keeper, '/shelves/new', {
        _action: 'create',
        name: 'A',
        '_part.boards.0': '',
        'boards.0.height': '',
        'boards.0.colour': 'black',
        '_part.boards.1': '',
        'boards.1.height': '500',
        'boards.1.colour': 'black',
      })
      expect(second.data.problems).toMatchObject([{field: 'boards.0.height', label: 'Height'}])
      expect(second.data.lineItems[0]?.rows[0]?.fields[0]).toMatchObject({name: 'boards.0.height', values: ['500']})
    })
  })

  describe('a form', () => {
    test('shows a preview, and writes nothing', async () => {
      const {pages, people, kinds, engine, draftAt} = await office()
      await draftAt(people.ada, '2026-06-01', '2026-06-02')
      const asked = {
        kind: kinds.holiday,
        first_day: '2026-05-04',
        last_day: '2026-05-06',
        last_half: 'yes',
        _action: '_preview',
      }
      const count = () =>
        engine.read(operator, async ({db}) =>
          Number((await sql<{n: number}>`select count(*) as n from request`.execute(db)).rows[0]?.n),
        )
      const before = await count()
      const {data} = await pages.post<FormScreenData>(people.ada, '/requests/new', asked)
      const said = ({summary}: NonNullable<FormScreenData['hints']>) => [
        summary?.amount?.number,
        ...(summary?.figures.map(({sentence}) => sentence) ?? []),
      ]
      expect(data.hints && said(data.hints)).toEqual(['2.5', 'Days left: 22.5 (currently 25)'])
      expect(data.hints?.problems).toEqual([])
      const soon = {...asked, first_day: '2026-03-12', last_day: '2026-03-11'}
      const refused = await pages.post<FormScreenData>(people.ada, '/requests/new', soon)
      expect(refused.data.hints?.problems).toEqual([
        {field: 'last_day', message: 'The last day is before the first day.'},
        {
          field: null,
          message: 'Holiday must be requested at least 14 days in advance. The earliest first day is Tue 24 Mar.',
        },
      ])
      const taken = {...asked, first_day: '2026-06-02', last_day: '2026-06-03'}
      const overlap = await pages.post<FormScreenData>(people.ada, '/requests/new', taken)
      expect(overlap.data.hints?.problems).toMatchObject([{field: 'first_day'}])
      // An incomplete form has no preview yet, and reveals nothing about others.
      const half = await pages.post<FormScreenData>(people.ada, '/requests/new', {
        _action: '_preview',
        first_day: '2026-06-02',
      })
      expect(half.data.hints).toMatchObject({
        facts: [],
        problems: [],
        summary: {amount: null, checks: [], others: null},
      })
      const others = {...taken, person: people.ada.id}
      expect((await pages.post<FormScreenData>(people.bo, '/requests/new', others)).data.hints?.problems).toEqual([])
      expect(await count()).toBe(before)
      const fresh = await pages.get<FormScreenData>(people.ada, '/requests/new')
      expect(fresh.data.hints?.after).toBe('last_half')
      // Rules that the browser can evaluate: none that reads other records.
      expect(fresh.data.hints?.local?.rules.map(({message}) => message)).toEqual([
        'The last day is before the first day.',
        'For half of a single day, choose either the afternoon (from noon) or the morning (until noon). For the whole day, choose neither.',
        'Hours can only be requested for a single day. For several days, leave the hours empty.',
      ])
    })

    test('that edits has a preview too, where a record does not conflict with itself', async () => {
      const {pages, people, draftAt, shown} = await office()
      const request = await draftAt(people.ada, '2026-06-01', '2026-06-02')
      await draftAt(people.ada, '2026-06-10', '2026-06-11')
      const {data} = await pages.get<FormScreenData>(people.ada, `${request.path}?edit`)
      const hints = async (who: Actor, more: Record<string, string>) =>
        (await pages.post<FormScreenData>(who, `${request.path}?edit`, {...filled(data), ...more, _action: '_preview'}))
          .data.hints
      expect((await hints(people.ada, {last_day: '2026-06-04'}))?.summary?.amount).toMatchObject({
        number: '4',
        unit: 'days',
      })
      expect((await hints(people.ada, {last_day: '2026-06-04'}))?.problems).toEqual([])
      expect((await hints(people.ada, {last_day: '2026-06-10'}))?.problems).toMatchObject([{field: 'first_day'}])
      expect(await hints(people.max, {last_day: '2026-06-10'})).toEqual({facts: [], after: null, problems: []})
      expect(await shown(request, 'last_day')).toBe('2026-06-02')
    })

    test('D26: declares which dates are one period, like the document’s timeline, for new and stored records', async () => {
      const {pages, people, draftAt} = await office()
      const request = await draftAt(people.ada, '2026-06-01', '2026-06-02')
      for (const path of ['/requests/new', `${request.path}?edit`]) {
        const {data} = await pages.get<FormScreenData>(people.ada, path)
        const periods = data.fields.flatMap(({name, until}) => (until === undefined ? [] : [[name, until]]))
        expect([path, periods]).toEqual([path, [['first_day', 'last_day']]])
      }
    })

    test('finds records by part of their name, among readable ones', async () => {
      const {pages, people, engine} = await office()
      const names = [...Array.from({length: 205}, (_, index) => `Robin ${index}`), 'Robin 7']
      const many = names.map((name, index) =>
        creating('User', {name, email: `r${index}@example.com`, roles: ['Employee']}),
      )
      done(await engine.change(operator, many))
      const {data} = await pages.get<FormScreenData>(people.ada, '/requests/new')
      const cover = data.fields.find(({name}) => name === 'cover')
      expect(cover?.options).toBeNull()
      expect(cover?.lookup).toBe('/requests/new?_lookup=cover')
      const found = await pages.get<FormScreenData>(people.ada, `${cover?.lookup}&q=robin 20`)
      expect(found.data.fields.map(({options}) => options?.map(({label}) => label))).toEqual([
        ['Robin 20', 'Robin 200', 'Robin 201', 'Robin 202', 'Robin 203', 'Robin 204'],
      ])
      const sent = {_action: 'create', kind: 'Sickness', first_day: '2026-03-10', last_day: '2026-03-10'}
      const exact = await pages.post(people.ada, '/requests/new', {...sent, cover: 'Robin 8'})
      expect(exact.redirect).toMatch(/^.requests/)
      // Two have the same name: the rejected form offers both, and the chosen one is used.
      const days = {first_day: '2026-03-11', last_day: '2026-03-11'}
      const refused = await pages.post<FormScreenData>(people.ada, '/requests/new', {
        ...sent,
        ...days,
        cover: 'Robin 7',
      })
      const offered = refused.data.fields.find(({name}) => name === 'cover')?.options ?? []
      expect(offered.filter(({label}) => label === 'Robin 7')).toHaveLength(2)
      const picked = {cover: 'Robin 7', '_picked.cover': `${offered[0]?.value} Robin 7`}
      expect((await pages.post(people.ada, '/requests/new', {...sent, ...days, ...picked})).redirect).toMatch(
        /^.requests/,
      )
    })
  })

  describe('the record itself', () => {
    test('shows the path of its states, the likely action first, and comments among the events', async () => {
      const {pages, people, draftAt, act} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      await act(people.ada, request, 'submit')
      const page = await pages.get<RecordData>(people.max, request.path)
      expect(page.data.path.map(({label, at}) => `${at} ${label}`)).toEqual([
        'done Draft',
        'now Submitted',
        'ahead Approved',
        'ahead Taken',
      ])
      expect(page.data.actions.map(({name, tone}) => `${tone} ${name}`)).toEqual([
        'primary approve',
        'plain correct_dates',
        'danger reject',
      ])
      // It waits for Max; for Ada it is her own.
      expect(page.data.back?.label).toBe('Approvals')
      expect((await pages.get<RecordData>(people.ada, request.path)).data.back?.label).toBe('My requests')
      const {redirect} = await pages.post(people.max, request.path, {_action: 'add Remark', text: 'Who covers?'})
      expect(redirect).toBe(request.path)
      await act(people.max, {entity: 'Request', id: request.id, version: page.data.version}, 'approve', {
        answer: 'Enjoy',
      })
      const {data} = await pages.get<RecordData>(people.ada, request.path)
      // An action off the expected path is possible, but not primary.
      expect(data.actions.map(({name, tone}) => `${tone} ${name}`)).toEqual([
        'plain change_dates',
        'plain ask_to_cancel',
      ])
      expect(data.history.map(({who, what, comment, state}) => [who?.name, what, comment, state?.label])).toEqual(
        expect.arrayContaining([
          ['Max', 'approved your holiday, 4–5 May', 'Enjoy', undefined],
          ['Max', 'wrote', 'Who covers?', undefined],
          ['Ada', 'requested holiday, 4–5 May', null, undefined],
        ]),
      )
      // It was created at the same moment, so one sentence is enough.
      expect(data.history.map(({what}) => what)).not.toContain('created this request')
      expect(data.path.map(({label}) => label)).toEqual(['Draft', 'Submitted', 'Approved', 'Taken'])
      // A colleague sees in calendars that Ada is away; the request itself is not theirs to open.
      const other = await pages.get<RecordData>(people.cem, request.path)
      expect(other.status).toBe(404)
      expect(JSON.stringify(other)).not.toMatch(/Enjoy|Who covers|family/)
    })

    test('has a page for the inputs of an action, and keeps the input when it is rejected', async () => {
      const {pages, people, draftAt, act} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      await act(people.ada, request, 'submit')
      const path = `${request.path}?action=reject`
      const asked = await pages.get<FormScreenData>(people.max, path)
      expect(named(asked.data.fields)).toEqual(['answer'])
      const sent = {...filled(asked.data), _action: 'reject'}
      const refused = await pages.post<FormScreenData>(people.max, path, sent)
      expect([refused.status, refused.screen, refused.data.problems[0]?.field]).toEqual([422, 'form', 'answer'])
      const notNow = await pages.get<FallbackData>(people.ada, path)
      expect([notNow.status, notNow.data.back?.href]).toEqual([409, request.path])
      expect((await pages.post(people.max, path, {...sent, answer: 'Sorry'})).redirect).toBe(request.path)
    })

    test('shows the current state after a conflicting action, without two versions', async () => {
      const {pages, people, draftAt, act, engine} = await office()
      const request = await draftAt(people.ada, '2026-05-04', '2026-05-05')
      await act(people.ada, request, 'submit')
      const {data} = await pages.get<RecordData>(people.max, request.path)
      done(await engine.change(people.hana, [updating('Request', {...request, version: data.version}, {note: 'now'})]))
      const sent = {_action: 'approve', _version: String(data.version)}
      const refused = await pages.post<RecordData>(people.max, request.path, sent)
      expect([refused.status, refused.screen]).toEqual([409, 'record'])
      const said = [...refused.data.problems, ...refused.data.actions.flatMap(({problems}) => problems)]
      expect(said.map(({message}) => message).join()).toMatch(/Someone else changed this record/)
    })
  })
})
