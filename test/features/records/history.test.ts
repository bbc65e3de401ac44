/** The activity feed shows changes with old and new values of fields that its reader may see. */
import {describe, expect, it} from 'vitest'
import {newSecret} from '../../../src/accounts/secret.ts'
import {beginSession} from '../../../src/accounts/sessions.ts'
import {entityOf} from '../../../src/engine/query/read-context.ts'
import {changesText} from '../../../src/engine/transaction/history-text.ts'
import {languageOf} from '../../../src/messages/languages.ts'
import {operator, runSystemActions} from '../../../src/screens/testing.ts'
import {documentOf} from '../../kit/documents.ts'
import {creating, done, engineOf, updating} from '../../kit/engine.ts'
import {Client, peopleFixture, somewhere} from '../../kit/people.ts'
import {sqlite} from '../../kit/store-databases.ts'
import {company, rulesOfDocument, timeOff} from '../../kit/time-off.ts'

/** The current label in the document. */
const label = (field: string) =>
  documentOf(timeOff).specification.entities.entities.get('Request')?.fields.get(field)?.label

/** With more to tell than the planner itself has: one document, because each is compiled. */
const withMore = timeOff
  .replace('away and person.team = me.team | person,', 'away and person.team = me.team | number, person,')
  .replace(
    '| finish |',
    `| move | approved | same | HR | | | first_day, last_day | | | moved {person}’s {kind} | |
| swap | approved | same | HR | | | kind, cover | | | changed it to {kind} – {cover} | |
| finish |`,
  )

async function office(document = timeOff) {
  const address = await sqlite.make()
  const fixture = await peopleFixture({address, document, records: true, rules: rulesOfDocument})
  const {engine, clock} = fixture
  const made = await company(address, {open: async () => ({engine, clock, store: engine.store})})
  const told = async ({id}: {id: string}, path = '/requests/1001') => {
    const [client, token] = [new Client(fixture), newSecret()]
    await engine.store.transaction(db => beginSession(db, {person: id, sender: somewhere, token}, clock.now))
    client.cookies.set('nonet', token)
    const page = await (
      await client.get(`${path}?_data=x`, {headers: {accept: 'application/vnd.nonet.page+json'}})
    ).json()
    const history: readonly {by: string; what: string}[] = page.data.history
    return history
  }
  const feed = async (reader: {id: string}) => (await told(reader)).map(({what}) => what)
  await made.allowance(made.people.ada, 25)
  return {...made, feed, told}
}

it('shows old and new: dates move, values change, empty fields are set, and long texts are edited', async () => {
  const {engine, people, draft, kinds, feed} = await office()
  const {ada, hana, bo, cem} = people
  const first = done(await draft(ada, {first_day: '2026-04-13', last_day: '2026-04-17'}))
  const change = {first_day: '2026-04-14', kind: kinds.unpaid, cover: bo.id, note: 'As agreed.', last_half: true}
  const second = done(await engine.change(hana, [updating('Request', first, change)]))
  const third = done(await engine.change(hana, [updating('Request', second, {cover: cem.id})]))
  done(await engine.change(hana, [updating('Request', third, {cover: null})]))
  expect((await feed(ada)).slice(0, 3)).toEqual([
    `cleared “${label('cover')}”`,
    `changed “${label('cover')}” from Bo to Cem`,
    'changed the type from Holiday to Unpaid leave, moved the first day from Mon 13 Apr to Tue 14 Apr, set “Until noon” to Yes, edited the reason and set “Covered by” to Bo',
  ])
})

it('in German', async () => {
  const {engine, people, draft, feed} = await office(timeOff.replace('| LANGUAGE | "en" |', '| LANGUAGE | "de" |'))
  const first = done(await draft(people.ada, {first_day: '2026-04-13', last_day: '2026-04-17'}))
  const change = {first_day: '2026-04-14', cover: people.bo.id}
  done(await engine.change(people.hana, [updating('Request', first, change)]))
  expect((await feed(people.ada))[0]).toMatch(
    new RegExp(
      `^hat „${label('first_day')}“ vom Mo\\., 13\\. Apr\\. auf den Di\\., 14\\. Apr\\. verschoben und „${label('cover')}“ auf Bo gesetzt$`,
    ),
  )
})

it('omits fields that the reader may not see', async () => {
  const {engine, people, make, kinds, feed} = await office(withMore)
  const {ada, bo, hana} = people
  const days = {person: ada.id, kind: kinds.holiday, first_day: '2026-04-13', last_day: '2026-04-14'}
  const request = await make('Request', days)
  const approved = done(await engine.change({kind: 'operator'}, [updating('Request', request, {status: 'approved'})]))
  done(
    await engine.change(hana, [updating('Request', approved, {last_day: '2026-04-15', kind: kinds.unpaid, note: 'x'})]),
  )
  expect((await feed(hana))[0]).toContain('Unpaid leave')
  // A colleague sees when a person is away, not why.
  expect((await feed(bo))[0]).toBe('moved the last day from Tue 14 Apr to Wed 15 Apr')
})

it('lists the changed inputs of an action', async () => {
  const {engine, people, make, kinds, act, feed} = await office(withMore)
  const days = {person: people.ada.id, kind: kinds.holiday, first_day: '2026-04-13', last_day: '2026-04-14'}
  const request = await make('Request', days)
  const approved = done(await engine.change({kind: 'operator'}, [updating('Request', request, {status: 'approved'})]))
  done(await act(people.hana, approved, 'move', {first_day: '2026-04-14', last_day: '2026-04-14'}))
  expect((await feed(people.ada))[0]).toBe('moved your holiday (moved the first day from Mon 13 Apr to Tue 14 Apr)')
  const moved = done(
    await act(people.hana, {...approved, version: approved.version + 1}, 'move', {
      first_day: '2026-05-04',
      last_day: '2026-05-06',
    }),
  )
  expect((await feed(people.ada))[0]).toBe('moved your holiday (from Tue 14 Apr to 4–6 May)')
  done(
    await engine.change(people.hana, [updating('Request', moved, {first_day: '2026-05-05', last_day: '2026-05-07'})]),
  )
  expect((await feed(people.ada))[0]).toBe('changed the dates from 4–6 May to 5–7 May')
})

it('a time of the same day is moved without naming the day twice', async () => {
  const document = `# D\n\n## 3. Entities\n\n### Booking\n\n- span: time = starts..ends\n\n| Field | Type |\n|---|---|\n| starts | date and time |\n| ends | date and time |\n`
  const {engine} = await engineOf({address: await sqlite.make(document), document})
  const said = (starts: string, ends: string) =>
    engine.read(operator, reader =>
      changesText(reader, entityOf(reader, 'Booking'), [
        {field: 'starts', before: '2026-11-25T10:00:00Z', after: starts},
        {field: 'ends', before: '2026-11-25T11:00:00Z', after: ends},
      ]),
    )
  const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
  expect(plain(await said('2026-11-25T12:00:00Z', '2026-11-25T13:00:00Z'))).toMatch(
    /^moved the booking from Wed 25 Nov(?: 2026)?, 10:00–11:00 to 12:00–13:00$/,
  )
  expect(plain(await said('2026-11-26T12:00:00Z', '2026-11-26T13:00:00Z'))).toMatch(
    /^moved the booking from Wed 25 Nov(?: 2026)?, 10:00–11:00 to Thu 26 Nov(?: 2026)?, 12:00–13:00$/,
  )
})

it('texts that people typed are quoted', async () => {
  const document =
    '# D\n\n## 3. Entities\n\n### Booking\n\n| Field | Type |\n|---|---|\n| title | text |\n| room | text |\n'
  const {engine} = await engineOf({address: await sqlite.make(document), document})
  const changes = [
    {field: 'title', before: 'Lunch', after: 'Lunch, early'},
    {field: 'room', before: null, after: 'Elbe'},
  ]
  const said = await engine.read(operator, reader => changesText(reader, entityOf(reader, 'Booking'), changes))
  expect(said).toBe('changed the title from “Lunch” to “Lunch, early” and set the room to “Elbe”')
})

it('an action that says the new dates adds the old ones, also if only one end moved', async () => {
  const {engine, people, make, kinds, act, feed} = await office()
  const days = {person: people.ada.id, kind: kinds.holiday, first_day: '2026-05-04', last_day: '2026-05-06'}
  const request = await make('Request', days)
  const approved = done(await engine.change({kind: 'operator'}, [updating('Request', request, {status: 'approved'})]))
  const longer = {first_day: '2026-05-04', first_half: true, last_day: '2026-05-08', last_half: true}
  done(await act(people.hana, approved, 'correct_dates', longer))
  expect((await feed(people.ada))[0]).toBe('changed your holiday to 4–8 May (noon to noon), previously 4–6 May')
})

it('an action that says the new values of several fields adds the old ones', async () => {
  const {engine, people, make, kinds, act, feed} = await office(withMore)
  const {ada, bo, cem, hana} = people
  const days = {person: ada.id, kind: kinds.holiday, first_day: '2026-05-04', last_day: '2026-05-04', cover: bo.id}
  const request = await make('Request', days)
  const approved = done(await engine.change({kind: 'operator'}, [updating('Request', request, {status: 'approved'})]))
  done(await act(hana, approved, 'swap', {kind: kinds.unpaid, cover: cem.id}))
  expect((await feed(ada))[0]).toBe('changed it to unpaid leave – Cem (previously Holiday – Bo)')
})

it('“their” is “your” to the person who acted', async () => {
  const {people, draft, act, told} = await office()
  const request = done(await draft(people.ada, {first_day: '2026-05-04', last_day: '2026-05-06'}))
  const submitted = done(await act(people.ada, request, 'submit'))
  done(await act(people.ada, submitted, 'withdraw'))
  const said = async (reader: {id: string}) => (await told(reader)).slice(0, 1).map(({by, what}) => `${by} ${what}`)
  expect(await said(people.ada)).toEqual(['You withdrew your request: holiday, 4–6 May'])
  expect(await said(people.max)).toEqual(['Ada withdrew their request: holiday, 4–6 May'])
})

it('a record that was created by an action has one sentence about both', async () => {
  const {people, draft, act, feed} = await office()
  const request = done(await draft(people.ada, {first_day: '2026-05-04', last_day: '2026-05-06'}))
  expect(await feed(people.ada)).toEqual(['created this request'])
  done(await act(people.ada, request, 'submit'))
  expect(await feed(people.ada)).toEqual(['requested holiday, 4–6 May'])
})

it('a record that an action created without changing it further has the sentence of that action', async () => {
  const {engine, people, make, told} = await office()
  const {ada, max} = people
  const lieu = await make('Kind', {name: 'Time off in lieu', unit: 'hours', uses_allowance: false, earned: true})
  const fields = {kind: lieu.id, day: '2026-03-09', hours: 2, note: 'Inventory'}
  const {id} = done(
    await engine.change(ada, [creating('Overtime', fields, {perform: {action: 'report', inputs: new Map()}})]),
  )
  const said = async (reader: {id: string}) =>
    (await told(reader, `/overtime/${id}`)).map(({by, what}) => `${by} ${what}`)
  expect(await said(ada)).toEqual(['You reported 2 h of overtime for Mon 9 Mar'])
  expect(await said(max)).toEqual(['Ada reported 2 h of overtime for Mon 9 Mar'])
})

describe.each([
  {
    language: 'en',
    ofAda: ['', 'Reminder sent', 'You', 'requested holiday, 4–6 May'],
    ofMax: ['', 'Reminder sent', 'Ada', 'requested holiday, 4–6 May'],
  },
  {
    language: 'de',
    ofAda: ['', 'Reminder sent', 'Sie', 'requested Holiday, 4.–6. Mai'],
    ofMax: ['', 'Reminder sent', 'Ada', 'requested Holiday, 4.–6. Mai'],
  },
])('who acted, in $language', ({language, ofAda, ofMax}) => {
  it('is “you” to the person who acted, their name to others, and left out where no person acted', async () => {
    const document = timeOff.replace('| LANGUAGE | "en" |', `| LANGUAGE | "${language}" |`)
    const {engine, clock, people, draft, act, told} = await office(document)
    const request = done(await draft(people.ada, {first_day: '2026-05-04', last_day: '2026-05-06'}))
    done(await act(people.ada, request, 'submit'))
    clock.now += 4 * 86_400_000
    await runSystemActions(engine)
    const shown = async (reader: {id: string}) => (await told(reader)).flatMap(({by, what}) => [by, what])
    expect(await shown(people.ada)).toEqual(ofAda)
    expect(await shown(people.max)).toEqual(ofMax)
  })
})

describe('several changes in a sentence', () => {
  const seats = {label: 'Seats', isNumber: true}
  const [opens, closes] = ['Opening time', 'Closing time'].map(label => ({label, isNumber: false}))
  if (!opens || !closes) throw new Error('Both are there.')
  const inEnglish = languageOf('en').events.changes
  const inGerman = languageOf('de').events.changes

  it('says the verb once, and that a number changed, not the things', () => {
    expect(inEnglish.all([inEnglish.changed(seats, '6', '7')], {haveLists: false})).toBe(
      'changed the number of seats from 6 to 7',
    )
    const hours = [inEnglish.changed(opens, '07:00', '10:00'), inEnglish.changed(closes, '20:00', '15:00')]
    expect(inEnglish.all(hours, {haveLists: false})).toBe(
      'changed the opening time from 07:00 to 10:00 and the closing time from 20:00 to 15:00',
    )
    const stunden = [inGerman.changed(opens, '07:00', '10:00'), inGerman.changed(closes, '20:00', '15:00')]
    expect(inGerman.all([...stunden, inGerman.edited(seats)], {haveLists: false})).toBe(
      'hat „Opening time“ von 07:00 auf 10:00, „Closing time“ von 20:00 auf 15:00 geändert und „Seats“ bearbeitet',
    )
  })

  it('keeps values with commas apart by semicolons', () => {
    const parts = ['changed the equipment from Screen and Whiteboard to Video, Phone and Stage', 'edited the note']
    expect(inEnglish.all(parts, {haveLists: true})).toBe(parts.join('; '))
    expect(inGerman.all(['„A“ geändert', '„B“ geändert'], {haveLists: true})).toBe('hat „A“ geändert; „B“ geändert')
  })
})
