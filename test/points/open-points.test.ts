/** Each point may be open: the document still runs, with the default of the language for that point. */

import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {settings} from '../../src/points/limits/settings.ts'
import {screens} from '../../src/screens/screens.server.ts'
import {
  checkWhole,
  createApplication,
  documentGrants,
  documentRules,
  nobody,
  operator,
} from '../../src/screens/testing.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {documentOf, ninePoints} from '../kit/documents.ts'
import {creating, done, engineOf, person, refusals} from '../kit/engine.ts'
import {Client, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

/** The text of each point in a small document; points that need an open point are left out with it. */
const points: Readonly<Record<number, {readonly text: string; readonly needs: readonly number[]}>> = {
  1: {
    needs: [],
    text: 'Everyone writes down what they must not forget.\n\n| Audience | Wants |\n|---|---|\n| Everyone | to forget nothing |',
  },
  2: {
    needs: [3, 6],
    text: '| Screen | Route | Shows | For |\n|---|---|---|---|\n| Notes | / | list of Note | Keeper |\n| Note | /notes/:id | record of Note | Keeper |\n| New note | /new | form for Note | Keeper |',
  },
  3: {
    needs: [],
    text: '### Note\n\n| Field | Type | Required |\n|---|---|---|\n| title | text 3..20 | yes |\n| size | number 0..9 | |',
  },
  4: {
    needs: [3, 6],
    text: '### Note\n\n- starts: open\n- final: done\n\n| Action | From | To | Who |\n|---|---|---|---|\n| finish | open | done | Keeper |',
  },
  5: {
    needs: [3, 8],
    text: '| Rule | On | Must hold | Error |\n|---|---|---|---|\n| small | Note.size | size = null or size < 5 | TOO_BIG |',
  },
  6: {
    needs: [3],
    text: '| Role | Joins by |\n|---|---|\n| Keeper | sign-up |\n\n| Role | May | On |\n|---|---|---|\n| Keeper | all | Note |',
  },
  7: {
    needs: [3, 6],
    text: '| Call | Method | Path | Does | For |\n|---|---|---|---|---|\n| notes | GET | /api/notes | list of Note | Keeper |',
  },
  8: {
    needs: [],
    text: '| Code | Status | Message |\n|---|---|---|\n| TOO_BIG | 422 | Make it smaller. |\n| NOT_FOUND | 404 | No such note. |',
  },
  9: {needs: [], text: '| Name | Value |\n|---|---|\n| PAGE_SIZE | 7 |\n| PASSWORD_MIN | 12 |'},
}

function without(open: number): string {
  const left = (number: number): boolean =>
    number !== open && (points[number]?.needs ?? []).every(needed => needed !== open && left(needed))
  const sections = Object.keys(points).map(number => {
    if (left(Number(number))) return `## ${number}. Point\n\n${points[Number(number)]?.text}\n`
    // Missing altogether, or only prose.
    return Number(number) % 2 === 1 ? '' : `## ${number}. Point\n\nNothing is said about this.\n`
  })
  const text = `# Notes\n\n${sections.join('\n')}`
  // An unused error code would be reported, rightly.
  return left(5) ? text : text.replace('| TOO_BIG | 422 | Make it smaller. |\n', '')
}

const address = () => sqlite.make()

async function running(document: string) {
  const {engine} = await engineOf({
    document,
    address: await address(),
    grants: documentGrants,
    rules: documentRules(documentOf(document).specification),
  })
  const application = createApplication(engine.specification, {engine})
  const as = (actor: typeof nobody) =>
    createApp({
      application: () => application,
      assets: new Assets('dist/browser'),
      screens,
      origin: null,
      actorOf: async () => actor,
      log: {request: () => {}, failure: (_, cause) => failures.push(cause)},
      now: () => performance.now(),
      reference: () => 'TEST-0001',
    })
  const failures: unknown[] = []
  const create = (values: Record<string, string | number>, actor = operator as typeof nobody) =>
    engine.change(actor, [creating('Note', values)])
  return {engine, application, as, create, failures, specification: engine.specification}
}

const keeper = (role = 'Keeper') => person('k', role)

test('with no point open the document is unchanged', async () => {
  const {findings, specification} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(without(0))}])
  expect(findings).toEqual([])
  expect(specification.open).toEqual([])
})

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('with point %i open', open => {
  test('it is valid, reports the open point, and no address fails', async () => {
    const text = without(open)
    const {findings, specification} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
    expect(findings).toEqual([])
    expect(specification.open).toContain(open)
    const {as, failures} = await running(text)
    const role = [...specification.roles.roles.keys()][0] ?? ''
    for (const actor of [nobody, keeper(role)])
      for (const path of ['/', '/new', '/notes/1', '/api/notes', '/about'])
        expect((await as(actor).request(path)).status).toBeLessThan(500)
    expect(failures).toEqual([])
  })
})

describe('the default', () => {
  test('of point 1 is the title alone', async () => {
    const {as, specification} = await running(without(1))
    expect(specification.purpose).toMatchObject({title: 'Notes', description: '', audiences: []})
    expect(await (await as(keeper()).request('/')).text()).toContain('<title>Notes')
  })

  test('of point 3 is User alone', async () => {
    const {specification} = await running(without(3))
    expect([...specification.entities.entities.keys()]).toEqual(['User'])
    expect([...(specification.entities.entities.get('User')?.fields.keys() ?? [])]).toEqual([
      'name',
      'email',
      'roles',
      'active',
    ])
  })

  test('of point 4 is that records have no states', async () => {
    const {create, specification} = await running(without(4))
    done(await create({title: 'Milk'}))
    expect(specification.entities.entities.get('Note')?.fields.has('status')).toBe(false)
  })

  test('of point 5 is that only types, lengths, ranges and Required are checked', async () => {
    const {create} = await running(without(5))
    done(await create({title: 'Milk', size: 9}))
    expect(refusals(await create({title: 'x', size: 10})).toSorted()).toEqual([
      'size: TOO_LARGE_NUMBER',
      'title: TOO_SHORT',
    ])
    const ruled = await running(without(0))
    expect(refusals(await ruled.create({title: 'Milk', size: 9}))).toEqual(['size: TOO_BIG'])
  })

  test('of point 6 is one role, Member, who signs up and may do everything', async () => {
    const fixture = await peopleFixture({address: await address(), document: without(6)})
    const fields = {_action: 'sign up', name: 'Finn Ott', email: 'finn@example.com', password: 'staple-horse-lamp'}
    expect((await new Client(fixture).post('/sign-up', fields)).status).toBe(303)
    const found = await findByEmail(fixture.engine, 'finn@example.com')
    expect(found?.roles).toEqual(['Member'])
    const member = person(found?.id ?? '', 'Member')
    done(await fixture.engine.change(member, [creating('Note', {title: 'Milk'})]))
    expect((await fixture.engine.change(nobody, [creating('Note', {title: 'Milk'})])).ok).toBe(false)
  })

  test('of point 7 is that there are no calls', async () => {
    const {as} = await running(without(7))
    expect((await as(keeper()).request('/api/notes')).status).toBe(404)
  })

  test("of point 8 is the engine's own catalogue", async () => {
    const own = await running(without(8))
    expect(own.application.refusal('NOT_FOUND').message).toBe(
      'This page doesn’t exist, or you don’t have access to it.',
    )
    const said = await running(without(0))
    expect(said.application.refusal('NOT_FOUND').message).toBe('No such note.')
  })

  test("of point 9 is the engine's own settings", async () => {
    const defaults = Object.fromEntries(Object.entries(settings).map(([name, {byDefault}]) => [name, byDefault]))
    expect((await running(without(9))).specification.limits.settings).toEqual(defaults)
    expect((await running(without(0))).specification.limits.settings).toEqual({
      ...defaults,
      PAGE_SIZE: 7,
      PASSWORD_MIN: 12,
    })
  })

  test('seed: of all nine is an about page that says so, in the language of the document', async () => {
    const about = async (text: string) => (await (await running(text)).as(nobody).request('/about')).text()
    expect(await about(ninePoints)).toContain('The document doesn’t describe this product yet.')
    expect(await about(`${ninePoints}\n| Name | Value |\n|---|---|\n| LANGUAGE | "de" |\n`)).toContain(
      'Das Dokument beschreibt dieses Produkt noch nicht.',
    )
    expect(await about(without(0))).not.toContain('The document doesn’t describe')
  })

  test('L17: of all nine is an application of people: a list, a record and a form, and its purpose', async () => {
    const {as} = await running(ninePoints)
    const member = person('01a1dd96-bae6-705a-a3ab-5d4fc6a8ecdf', 'Member')
    for (const path of ['/users', '/users/new', '/about']) {
      const answer = await as(member).request(path)
      expect(answer.status, path).toBe(200)
    }
    expect((await as(member).request('/')).headers.get('location')).toBe('/users')
    expect((await as(nobody).request('/about')).status).toBe(200)
    const missing = await as(nobody).request('/anything')
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('This page doesn’t exist')
  })
})
