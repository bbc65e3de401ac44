/**
 * Settings: constants of the document that people change in the application, validated like the document, effective
 * immediately for everyone.
 */
import {describe, expect, it} from 'vitest'
import {differences, SettledDocument, storedSettings, withSettings} from '../../../src/engine/settings.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {checkWhole, documentGrants, operator} from '../../../src/screens/testing.ts'
import {queryRows} from '../../../src/store/sql.ts'
import {creating, done, engineOf, person, refusals} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {opened, stores} from '../../kit/store-databases.ts'
import {rulesOfDocument} from '../../kit/time-off.ts'

const document = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Settings | /settings | settings | Office |
| Things | / | list of Thing | Office, Staff |
| House rules | /rules | page | everyone |

### House rules

At most {MOST} things, within {WITHIN}.

## 3. Entities

### Thing
- named by: name

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| size | number | yes | USUAL |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not too large | Thing.size | size <= MOST | TOO_MUCH |

## 6. Roles

| Role | Joins by |
|---|---|
| Office | sign-up |
| Staff | sign-up |

| Role | May | On |
|---|---|---|
| Office | all | Thing |
| Office | read | User |
| Staff | create, read | Thing |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_MUCH | 422 | At most {MOST}. |

## 9. Constants

| Name | Value | Changed by | Range | Meaning |
|---|---|---|---|---|
| MOST | 10 | Office | 1..100 | the largest thing |
| USUAL | 3 | | | |
| WITHIN | 7 days | Office | | time for it |
| PAGE_SIZE | 25 | Office | | rows per page |
`

const codes = (text: string) =>
  checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings.map(({code}) => code)

describe.each(stores)('settings, on $name', ({make}) => {
  async function office() {
    const address = await make(document)
    const made = await engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
    const {engine} = made
    const user = async (name: string, role: string) =>
      person(done(await engine.change(operator, [creating('User', {name, email: `${name}@example.com`})])).id, role)
    return {...made, address, pages: pagesOf(engine), ola: await user('Ola', 'Office'), ada: await user('Ada', 'Staff')}
  }
  const valuesOf = ({fields}: FormScreenData) => Object.fromEntries(fields.map(({name, values}) => [name, values[0]]))
  const same = {MOST: '10', WITHIN: '7', 'WITHIN:unit': 'days', PAGE_SIZE: '25'}

  it('shows the constants a role may change, with their descriptions, to that role only', async () => {
    const {pages, ola, ada} = await office()
    const {data, screen} = await pages.get<FormScreenData>(ola, '/settings')
    expect([screen, data.heading, valuesOf(data)]).toEqual(['form', 'Settings', same])
    expect(data.fields.map(({label, help}) => `${label}: ${help}`)).toEqual([
      'Most: The largest thing. Between 1 and 100.',
      'Amount: Time for it.',
      'Unit: ',
      'Page size: Rows per page.',
    ])
    // The label of the two together is visible.
    expect(data.fields.map(({labelHidden = false}) => labelHidden)).toEqual([false, true, true, false])
    expect((await pages.get(ada, '/settings')).status).toBe(404)
    expect((await pages.post(ada, '/settings', {...same, MOST: '50', _action: 'save'})).status).toBe(404)
  })

  it('include the name of the application, which replaces the title of the document', async () => {
    const named = `${document}| PRODUCT_NAME | "Desk" | Office | | |\n`
    const {engine, store} = await engineOf({
      ...{document: named, address: await make(named), grants: documentGrants, rules: rulesOfDocument},
    })
    const made = done(await engine.change(operator, [creating('User', {name: 'Ola', email: 'ola@example.com'})]))
    const ola = person(made.id, 'Office')
    expect(engine.specification.purpose.title).toBe('Desk')
    const running = new SettledDocument(engine, by => by)
    const values = {...same, PRODUCT_NAME: 'Acme desk', _action: 'save'}
    expect((await pagesOf(engine).post(ola, '/settings', values)).redirect).toBe('/settings')
    await running.refresh()
    expect(running.engine.specification.purpose.title).toBe('Acme desk')
    expect((await store.readOne(db => storedSettings(db))).get('PRODUCT_NAME')?.value).toBe('"Acme desk"')
  })

  it('take effect immediately in rules, messages and pages, are stored, and are in the history', async () => {
    const {engine, pages, store, ola, ada} = await office()
    const running = new SettledDocument(engine, by => by)
    const large = creating('Thing', {name: 'A', size: 20})
    expect(refusals(await running.engine.change(ada, [large]))).toEqual(['size: TOO_MUCH'])
    const saved = await pages.post<FormScreenData>(ola, '/settings', {
      ...same,
      MOST: '20',
      WITHIN: '2',
      'WITHIN:unit': 'days',
      _action: 'save',
    })
    // The page in the response already has the new values.
    expect(saved.redirect).toBe('/settings')
    expect(saved.page && valuesOf(saved.page.data)).toEqual({...same, MOST: '20', WITHIN: '2', 'WITHIN:unit': 'days'})
    expect(saved.page?.done?.text).toBe('Settings saved.')
    expect(await pages.html(ada, '/rules')).toContain('At most 20 things, within 2 days.')
    const {data} = await pages.get<FormScreenData>(ola, '/settings')
    expect(valuesOf(data)).toEqual({...same, MOST: '20', WITHIN: '2', 'WITHIN:unit': 'days'})
    expect(data.fields[0]?.help).toMatch(
      /^The largest thing\. Between 1 and 100\. Changed by Ola on \d+ \w+ 2026; originally 10\.$/,
    )
    await running.refresh()
    done(await running.engine.change(ada, [large]))
    const history = await store.readOne(
      db => queryRows(db)`select record, person, changes from nonet_history where entity = 'settings' order by record`,
    )
    expect(history.map(([record, , changes]) => [record, JSON.parse(String(changes))])).toEqual([
      ['MOST', [{field: 'MOST', before: '10', after: '20'}]],
      ['WITHIN', [{field: 'WITHIN', before: '7 days', after: '2 days'}]],
    ])
    expect(data.fields[1]).toMatchObject({
      group: 'Within',
      control: 'number',
      help: expect.stringContaining('; originally 7 days.'),
    })
    expect(data.fields[2]?.options?.map(({label}) => label)).toEqual(['minutes', 'hours', 'days', 'weeks'])
    // Back to the document's value: no setting is stored.
    await pages.post(ola, '/settings', {...same, _action: 'save'})
    expect((await store.readOne(storedSettings)).size).toBe(0)
    expect(await pages.html(ada, '/rules')).toContain('At most 10 things, within 7 days.')
  })

  it('follow a change by another process, and survive a restart', async () => {
    const {engine, address, pages, ola} = await office()
    const elsewhere = await opened(address)
    const other = engine.with({
      specification: engine.specification,
      grants: documentGrants(engine.specification),
      rules: rulesOfDocument,
      search: async () => {},
    })
    expect(elsewhere.database).toBe(engine.store.database)
    const running = new SettledDocument(other, ({specification}) => specification.limits.constants.get('MOST')?.shown)
    await running.follow(cause => {
      throw cause
    })
    await pages.post(ola, '/settings', {...same, MOST: '42', _action: 'save'})
    await expect.poll(() => running.application, {timeout: 5000}).toBe('42')
    running.stop()
    const restarted = new SettledDocument(
      engine,
      ({specification}) => specification.limits.constants.get('MOST')?.shown,
    )
    expect(restarted.application).toBe('10')
    await restarted.refresh()
    expect(restarted.application).toBe('42')
    const told = differences(engine.specification, await elsewhere.readOne(storedSettings))
    expect(told).toEqual([
      expect.stringMatching(/^MOST is 42 in the application since \d{4}-\d\d-\d\d; the document says 10\.$/),
    ])
  })

  it('show a rejected form again, with several working days', async () => {
    const week = `${document}| WORKING_WEEK | Monday, Tuesday | Office | | |\n`
    const {engine} = await engineOf({
      ...{document: week, address: await make(week), grants: documentGrants, rules: rulesOfDocument},
    })
    const made = done(await engine.change(operator, [creating('User', {name: 'Ola', email: 'ola@example.com'})]))
    const sent = new URLSearchParams({...same, MOST: '500', _action: 'save'})
    for (const day of ['Monday', 'Wednesday']) sent.append('WORKING_WEEK', day)
    const {status, data} = await pagesOf(engine).post<FormScreenData>(person(made.id, 'Office'), '/settings', sent)
    expect([status, data.problems[0]?.message]).toEqual([422, 'Enter a value from 1 to 100.'])
    expect(data.fields.find(({name}) => name === 'WORKING_WEEK')?.values).toEqual(['Monday', 'Wednesday'])
  })

  it('code 6: take effect in the payloads of calls to others, in every language', async () => {
    const calling = document
      .replace('| size | number | yes | USUAL |', '| size | number | yes | USUAL |\n| most | = MOST | | |')
      .replace(
        '## 5. Rules',
        `## 4. States

### Thing

- starts: new

| Action | From | To | Who | Then |
|---|---|---|---|---|
| send | new | sent | Staff | call depot |

## 5. Rules`,
      )
      .replace(
        '## 8. Errors',
        `## 7. Calls

- hosts: hooks.example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| depot | POST | https://hooks.example.com/ | name, most |

## 8. Errors`,
      )
    const {engine, store} = await engineOf({
      ...{document: calling, address: await make(calling), grants: documentGrants, rules: rulesOfDocument},
    })
    const running = new SettledDocument(engine, by => by)
    const user = done(await engine.change(operator, [creating('User', {name: 'Ola', email: 'ola@example.com'})]))
    const sent = async () => {
      const {id, version} = done(await running.engine.change(operator, [creating('Thing', {name: 'A', size: 1})]))
      const act = {kind: 'action', entity: 'Thing', id, version, action: 'send', inputs: new Map()} as const
      done(await running.engine.change(operator, [act]))
      const rows = await store.readOne(db => queryRows(db)`select payload from nonet_outbox order by id`)
      return rows.map(([payload]) => JSON.parse(String(payload)).body.data.most)
    }
    expect(await sent()).toEqual([10])
    await pagesOf(engine).post(person(user.id, 'Office'), '/settings', {...same, MOST: '20', _action: 'save'})
    await running.refresh()
    expect(await sent()).toEqual([10, 20])
  })

  it('X19: reject characters that turn the direction of text, as fields do', async () => {
    const named = `${document}| PRODUCT_NAME | "Desk" | Office | | |\n`
    const {engine, store} = await engineOf({
      ...{document: named, address: await make(named), grants: documentGrants, rules: rulesOfDocument},
    })
    const made = done(await engine.change(operator, [creating('User', {name: 'Ola', email: 'ola@example.com'})]))
    for (const typed of ['Desk \u202egnp.exe', 'Desk\u2066', 'Desk\u0007']) {
      const values = {...same, PRODUCT_NAME: typed, _action: 'save'}
      const {status, data} = await pagesOf(engine).post<FormScreenData>(person(made.id, 'Office'), '/settings', values)
      expect([typed, status, data?.problems[0]?.field]).toEqual([typed, 422, 'PRODUCT_NAME'])
    }
    expect((await store.readOne(storedSettings)).size).toBe(0)
  })

  it('reject values that are invalid in the document, and constants that others may change', async () => {
    const {pages, store, ola} = await office()
    const tried = async (fields: Record<string, string>) => {
      const {status, data} = await pages.post<FormScreenData>(ola, '/settings', {...same, ...fields, _action: 'save'})
      return [status, ...(data?.problems ?? []).map(({field, message}) => `${field}: ${message}`)]
    }
    expect(await tried({MOST: '500'})).toEqual([422, 'MOST: Enter a value from 1 to 100.'])
    expect(await tried({MOST: 'ten'})).toEqual([422, 'MOST: Enter a value such as 10.'])
    expect(await tried({WITHIN: 'soon', 'WITHIN:unit': ''})).toEqual([
      422,
      'WITHIN: Enter a whole number of 0 or more.',
    ])
    expect(await tried({PAGE_SIZE: '900'})).toEqual([422, 'PAGE_SIZE: Enter a value from 1 to 200.'])
    expect((await tried({MOST: '10 | 20'}))[0]).toBe(422)
    expect((await tried({USUAL: '5'}))[0]).toBe(403)
    expect((await store.readOne(storedSettings)).size).toBe(0)
  })
})

describe.each(stores)('X4: the time after which something is repeated, on $name', ({make}) => {
  const reminding = document
    .replace(
      '## 5. Rules',
      '## 4. States\n\n### Thing\n\n- starts: new\n- final: done\n\n| Action | From | To | Who | After | Then |\n|---|---|---|---|---|---|\n| finish | new | done | Office | | |\n| nudge | new | same | system | 1 day, every WITHIN | set size = size + 1 |\n\n## 5. Rules',
    )
    .replace('| Staff | create, read | Thing |', '| Staff | create, read | Thing |\n| Office | read | User |')
  const office = async () => {
    const address = await make(reminding)
    const made = await engineOf({document: reminding, address, grants: documentGrants, rules: rulesOfDocument})
    const {id} = done(await made.engine.change(operator, [creating('User', {name: 'Ola', email: 'o@example.com'})]))
    return {...made, address, pages: pagesOf(made.engine), ola: person(id, 'Office')}
  }

  it('is at least an hour: less is refused at its setting', async () => {
    const {pages, ola} = await office()
    const save = async (WITHIN: string, unit: string, MOST = '20') => {
      const fields = {MOST, WITHIN, 'WITHIN:unit': unit, PAGE_SIZE: '25', _action: 'save'}
      const {status, data} = await pages.post<FormScreenData>(ola, '/settings', fields)
      return [status, ...(data?.problems ?? []).map(({field, message}) => `${field}: ${message}`)]
    }
    expect(await save('0', 'days')).toEqual([422, 'WITHIN: Enter at least 1 hour.'])
    expect(await save('59', 'minutes')).toEqual([422, 'WITHIN: Enter at least 1 hour.'])
    expect(await save('1', 'hours')).toEqual([303])
  })

  it('is that of the document where less was saved before, and other settings stay as they are', async () => {
    const {engine, store} = await office()
    for (const [name, value] of [
      ['WITHIN', '0 days'],
      ['MOST', '20'],
    ])
      await store.transaction(
        db => queryRows(db)`insert into nonet_setting (name, value, at, person)
        values (${name}, ${value}, ${'2026-01-01T00:00:00Z'}, ${null})`,
      )
    const {specification, ignored} = withSettings(engine.specification, await store.readOne(storedSettings))
    expect(ignored).toEqual(['WITHIN'])
    expect(specification.limits.constants.get('MOST')?.at.text).toBe('20')
    expect(specification.limits.constants.get('WITHIN')?.at.text).toBe('7 days')
  })
})

describe('the checker', () => {
  it('accepts the document', () => expect(codes(document)).toEqual([]))

  it.each([
    ['an unknown role', '| MOST | 10 | Office |', '| MOST | 10 | Officer |', 'N906'],
    ['a range that the value is not in', '1..100', '1..5', 'N906'],
    ['a range that cannot be read', '1..100', 'some', 'N906'],
    ['a range of a duration', '| WITHIN | 7 days | Office | |', '| WITHIN | 7 days | Office | 1..9 |', 'N906'],
    ['what a running application cannot change', '| USUAL | 3 | | | |', '| TIME_ZONE | "UTC" | Office | | |', 'N906'],
    ['a setting that no screen shows', '| Settings | /settings | settings | Office |\n', '', 'N907'],
    ['a screen without settings', 'settings | Office |', 'settings | Staff |', 'N907'],
  ])('finds %s', (_, from, to, code) => expect(codes(document.replace(from, to))).toContain(code))
})
