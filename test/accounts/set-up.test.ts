/**
 * A company sets up its people in the time-off planner, over HTTP: one page for a new employee, files with many of
 * them, and invitations as chosen. The day is Tuesday, 10 March 2026.
 */
import {describe, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {operator, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done} from '../kit/engine.ts'
import {Client, linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {type StorePlace, storesOfStories} from '../kit/store-databases.ts'
import {rulesOfDocument, shown, timeOff} from '../kit/time-off.ts'

const password = 'staple-horse-lamp'

interface Firm extends PeopleFixture {
  readonly hr: Client
  readonly ids: Readonly<Record<'makers' | 'lisbon' | 'max', string>>
}

/** Hana has set up the planner; it has a team, an office, a leave type and Max. */
async function firm(make: StorePlace['make'], mails = true, document = timeOff): Promise<Firm> {
  const fixture = await peopleFixture({
    mails,
    address: await make(document),
    document,
    records: true,
    rules: rulesOfDocument,
  })
  const hr = new Client(fixture)
  // D30: without an account, the sign-in page says how the first one is created.
  const isNew = async () => (await (await new Client(fixture).get('/sign-in')).text()).includes('no accounts yet')
  expect(await isNew()).toBe(true)
  const link = new URL((await setUpLink(fixture.world)) ?? '')
  const hana = {_action: 'set up', name: 'Hana', email: 'hana@example.com', password}
  expect((await hr.post(link.pathname, hana)).status).toBe(303)
  expect(await isNew()).toBe(false)
  const outcome = await fixture.engine.change(operator, [
    creating('Team', {name: 'Makers'}),
    creating('Place', {name: 'Lisbon'}),
    creating('User', {name: 'Max', email: 'max@example.com', roles: ['Employee']}),
    creating('Kind', {name: 'Holiday'}),
  ])
  done(outcome)
  const [makers = '', lisbon = '', max = ''] = outcome.ok ? outcome.records.map(({id}) => id) : []
  fixture.clock.now += 1000
  return {...fixture, hr, ids: {makers, lisbon, max}}
}

interface Step {
  readonly name: string
  readonly done: boolean
  readonly create: {readonly label: string; readonly href: string}
}

async function dataOf(client: Client, path: string) {
  const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}_data=x`, {headers: {accept: pageMediaType}})
  return (await answer.json()).data
}

function imported(client: Client, csv: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
  return client.post('/people?_import', {csv, _action: 'import records', ...more})
}

describe.each(storesOfStories)('setting up people on $name', ({make}) => {
  it('D15: an employee is set up on one page: person, team, manager, office, allowance and invitation', async () => {
    const at = await firm(make)
    const form = await dataOf(at.hr, '/people/new')
    expect(form.fields.map(({label}: {label: string}) => label)).toEqual([
      'Name',
      'Email',
      'Employee ID',
      'Roles',
      'Team',
      'Manager',
      'Office',
      'Contract',
      'Start date',
      'Days this year',
      'Send an invitation',
    ])
    expect(form.fields[3].values).toEqual(['Employee'])
    expect(form.actions.map(({label}: {label: string}) => label)).toEqual(['Add person'])
    const {makers, lisbon, max} = at.ids
    const place = {team: makers, manager: max, place: lisbon, joined: '2026-03-10'}
    const ina = {name: 'Ina', email: 'ina@example.com', roles: 'Employee', ...place}
    const wrong = {...ina, _action: 'set_up', days_this_year: '400', _invite: 'yes'}
    const refused = await at.hr.post('/people/new', wrong)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Enter 366 or less.')
    expect(at.mails).toEqual([])
    expect((await at.hr.post('/people/new', {...wrong, days_this_year: '17.5'})).status).toBe(303)
    const person = await findByEmail(at.engine, 'ina@example.com')
    const record = {entity: 'User', id: person?.id ?? ''}
    const facts = ['team.name', 'manager.name', 'place.name', 'string(joined)']
    expect(await Promise.all(facts.map(each => shown(at.engine, record, each)))).toEqual([
      'Makers',
      'Max',
      'Lisbon',
      '2026-03-10',
    ])
    expect(await shown(at.engine, record, 'sum(Allowance[person = this and year = 2026].days)')).toBe('17.5')
    expect(at.mails.map(({to}) => to)).toEqual(['ina@example.com'])
    const invited = new Client(at, '192.0.2.7')
    expect((await invited.post(linkTo(at, 'ina@example.com'), {_action: 'accept', password})).status).toBe(303)
    // Under the person's own name in the menu.
    expect(await (await invited.get('/')).text()).toContain('Makers · Lisbon')
    // Only the step that adds a person sets them up.
    at.clock.now += 1
    const page = await dataOf(at.hr, `/people/${record.id}`)
    expect(page.actions.map(({label}: {label: string}) => label)).toEqual(['End employment', 'Sign out everywhere'])
    expect(page.cells.at(-1).text).toBe('Has an account')
  })

  it('D15: a person without an invitation is marked, and can be invited later from their page', async () => {
    const at = await firm(make)
    const joe = {_action: 'set_up', name: 'Joe', email: 'joe@example.com', roles: 'Employee', _invite: 'no'}
    expect((await at.hr.post('/people/new', joe)).status).toBe(303)
    expect(at.mails).toEqual([])
    at.clock.now += 1
    const {id} = (await findByEmail(at.engine, 'joe@example.com')) ?? {id: ''}
    // Without days of their own, the system grants the usual ones at once.
    expect(await shown(at.engine, {entity: 'User', id}, 'count(Allowance[person = this and not(fixed)])')).toBe('1')
    const before = await dataOf(at.hr, `/people/${id}`)
    expect(before.cells.at(-1).text).toBe('Not invited yet')
    // What is missing is said, and not left out; the list can show who is not set up.
    const texts = ({fields, cells}: {fields: {key: string}[]; cells: {text: string; value?: unknown}[]}) =>
      Object.fromEntries(fields.map(({key}, index) => [key, cells[index]?.text]))
    expect(texts(before)).toMatchObject({
      ...{team: 'Missing', manager: 'Missing', place: 'Missing', joined: 'Missing', days_per_year: '25', left_on: ''},
    })
    expect(before.fields.find(({key}: {key: string}) => key === 'team')).toMatchObject({
      display: 'state',
      tones: {missing: 'wait'},
    })
    const people = async () => {
      const {columns, records} = await dataOf(at.hr, '/people')
      const keys = columns.map(({key}: {key: string}) => key)
      return records.map(({cells}: {cells: {text: string}[]}) =>
        ['name', '_invite'].map(key => cells[keys.indexOf(key)]?.text),
      )
    }
    expect(await people()).toContainEqual(['Joe', 'Not invited'])
    const unfinished = await dataOf(at.hr, '/people?incomplete=yes')
    expect(unfinished.records.map(({cells}: {cells: {text: string}[]}) => cells[0]?.text)).toContain('Joe')
    expect(before.actions.map(({label}: {label: string}) => label)).toEqual(['End employment', 'Send invitation'])
    expect((await at.hr.post(`/people/${id}`, {_action: '_invite', _version: '1'})).status).toBe(303)
    expect(await (await at.hr.get(`/people/${id}`)).text()).toContain('The invitation was sent.')
    expect(at.mails.map(({to}) => to)).toEqual(['joe@example.com'])
    const after = await dataOf(at.hr, `/people/${id}`)
    expect(after.cells.at(-1).text).toBe('Invited, link expires 9 May')
    expect(await people()).toContainEqual(['Joe', 'Invited'])
    expect(after.actions.map(({label}: {label: string}) => label)).toEqual(['End employment', 'Resend invitation'])
  })

  it('without a mail server, the page of a person says so and shows a link to send', async () => {
    const at = await firm(make, false)
    const {max} = at.ids
    const before = await dataOf(at.hr, `/people/${max}`)
    expect(before.actions.at(-1).label).toBe('Create invitation link')
    const answer = await at.hr.post(`/people/${max}`, {_action: '_invite', _version: '1'})
    expect(answer.status).toBe(200)
    const [, link = ''] = /(\/invitations\/[\w-]+)/.exec(await answer.text()) ?? []
    expect((await new Client(at).get(link)).status).toBe(200)
    // It is shown once.
    const after = await dataOf(at.hr, `/people/${max}`)
    expect(after.cells.at(-1).text).toMatch(/^Invited, link expires 9 May\. No mail server is set up/)
    expect(JSON.stringify(after)).not.toContain('/invitations/')
  })

  it('P22: without a mail server, no one is shown as invited, and pages say so instead of promising an email', async () => {
    const at = await firm(make, false)
    const csv = 'name,email\nMo,mo@example.com\n'
    const asked: {name: string}[] = (await dataOf(at.hr, '/people?_import')).people
    expect(asked.map(({name}) => name)).toEqual(['_role'])
    expect((await imported(at.hr, csv, {_role: 'Employee', _invite: 'yes'})).status).toBe(303)
    const {columns, records, html} = await dataOf(at.hr, '/people')
    const state = columns.findIndex(({label}: {label: string}) => label === 'Sign-in')
    const states = records.map(({cells}: {cells: {text: string}[]}) => cells[state]?.text)
    expect([states.includes('Not invited'), states.includes('Invited')]).toEqual([true, false])
    expect(html).toContain('No mail server is set up, so no one is invited by email.')
    const form = await dataOf(at.hr, '/people/new')
    expect(form.intro).toContain('No mail server is set up, so no email is sent.')
    expect(form.fields.map(({name}: {name: string}) => name)).not.toContain('_invite')
    expect(JSON.stringify(form)).not.toMatch(/get an email/)
  })

  it('without a mail server, the link is only for people who may change the email address', async () => {
    const row = '| HR | create, read, update, export | User | | |'
    const narrow = '| HR | create, read, export | User | | |\n| HR | update | User | | name, team |'
    expect(timeOff).toContain(row)
    const document = timeOff.replace(row, narrow)
    const at = await firm(make, false, document)
    const path = `/people/${at.ids.max}`
    const labels = (await dataOf(at.hr, path)).actions.map(({label}: {label: string}) => label)
    expect(labels).not.toContain('Create invitation link')
    const answer = await at.hr.post(path, {_action: '_invite', _version: '1'})
    expect([answer.status, (await answer.text()).includes('/invitations/')]).toEqual([409, false])
    // With a mail server, the link goes to the person alone.
    const other = await firm(make, true, document)
    expect((await other.hr.post(`/people/${other.ids.max}`, {_action: '_invite', _version: '1'})).status).toBe(303)
    expect(other.mails.map(({to}) => to)).toEqual(['max@example.com'])
  })

  it('D14: an import of people gives them a role and invites them, or not, as chosen', async () => {
    const at = await firm(make)
    const page = await dataOf(at.hr, '/people?_import')
    expect(page.people).toMatchObject([
      {
        name: '_role',
        options: [
          {value: 'Employee', label: 'Employee'},
          {value: 'HR', label: 'HR'},
        ],
        values: ['Employee'],
        none: 'No role',
      },
      {name: '_invite', values: ['yes']},
    ])
    const csv = 'Name;E-Mail;Team;Manager\nKim;kim@example.com;Makers;Lou\nLou;lou@example.com;;\n'
    const checked = await at.hr.post('/people?_import', {csv, _action: 'check import', _role: 'HR', _invite: 'no'})
    expect(await checked.text()).toContain('2 people ready to import.')
    const people = async () => {
      const found = await Promise.all(['kim', 'lou', 'mo'].map(each => findByEmail(at.engine, `${each}@example.com`)))
      return found.map(each => each?.roles)
    }
    expect(await people()).toEqual([undefined, undefined, undefined])
    expect((await imported(at.hr, csv, {_role: 'HR', _invite: 'no'})).status).toBe(303)
    expect(await people()).toEqual([['HR'], ['HR'], undefined])
    expect(at.mails).toEqual([])
    at.clock.now += 1000
    const more = 'Name,Email,Roles\nMo,mo@example.com,Employee\n'
    expect((await imported(at.hr, more, {_role: '', _invite: 'yes'})).status).toBe(303)
    expect(await people()).toEqual([['HR'], ['HR'], ['Employee']])
    expect(at.mails.map(({to}) => to)).toEqual(['mo@example.com'])
  })

  it('D14: a wrong value is reported at its row and column, with a suggestion', async () => {
    const at = await firm(make)
    const csv = 'Name,Email,Team,Office\nKim,kim@example.com,Makesr,\nLou,lou@example.com,,Nowhere\n'
    const answer = await imported(at.hr, csv)
    expect(answer.status).toBe(422)
    const text = (await answer.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('2 Team Makesr No team called “Makesr”. Did you mean “Makers”?')
    expect(text).toContain('3 Office Nowhere No office called “Nowhere”.')
    expect(await findByEmail(at.engine, 'lou@example.com')).toBe(null)
  })

  it('a row with a problem may name people of other rows: only the problem is reported', async () => {
    const at = await firm(make)
    const csv = 'Name,Email,Team,Manager\nTim,tim@example.com,Nowhere,Jo\nJo,jo@example.com,Makers,Nobody\n'
    const answer = await at.hr.post('/people?_import', {csv, _action: 'check import'})
    const text = (await answer.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain('2 Team Nowhere No team called “Nowhere”.')
    expect(text).toContain('3 Manager Nobody No person called “Nobody”.')
    expect(text).not.toContain('No person called “Jo”')
  })

  it('D14: a template has the columns and an example that can be imported', async () => {
    const at = await firm(make)
    const answer = await at.hr.get('/people?_import&template')
    expect(answer.headers.get('content-disposition')).toContain('People%2C%20template.csv')
    const csv = await answer.text()
    const [header = [], example = []] = csv.split('\r\n').map(line => line.split(','))
    const cell = (label: string) => example[header.indexOf(label)]
    expect(['Name', 'Email', 'Active', 'Team', 'Manager', 'Office', 'Start date', 'End date'].map(cell)).toEqual([
      'Example name',
      'name@example.com',
      'yes',
      'Makers',
      'Hana',
      'Lisbon',
      '',
      '',
    ])
    expect((await imported(at.hr, csv)).status).toBe(303)
    expect((await findByEmail(at.engine, 'name@example.com'))?.name).toBe('Example name')
  })

  it('D14: existing people are listed, and updated or skipped as chosen', async () => {
    const at = await firm(make)
    const csv = 'Name,Email,Team,Office\nMax Mill,max@example.com,Makers,\nKim,kim@example.com,,Lisbon\n'
    const send = (more: Readonly<Record<string, string>>) =>
      at.hr.post('/people?_import', {csv, _invite: 'no', ...more})
    for (const _action of ['check import', 'import records']) {
      const text = (await (await send({_action})).text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
      expect(text).toContain('1 person in this file already exists')
      expect(text).toContain('Line 2: Max')
      expect(text).toContain('1 person ready to import, 1 existing one to update or skip.')
    }
    expect(await findByEmail(at.engine, 'kim@example.com')).toBe(null)
    const max = {entity: 'User', id: at.ids.max}
    const facts = () => Promise.all(['name', 'team.name', 'roles[1]'].map(each => shown(at.engine, max, each)))
    expect((await send({_action: 'import records', _existing: 'skip', _role: 'HR'})).status).toBe(303)
    expect(await facts()).toEqual(['Max', 'null', 'Employee'])
    expect((await findByEmail(at.engine, 'kim@example.com'))?.roles).toEqual(['HR'])
    at.clock.now += 1000
    expect((await send({_action: 'import records', _existing: 'update', _role: 'HR'})).status).toBe(303)
    expect(await facts()).toEqual(['Max Mill', 'Makers', 'Employee'])
    const wrong = await at.hr.post('/people?_import', {
      csv: 'Email,Team\nmax@example.com,Makesr\n',
      _action: 'import records',
      _existing: 'update',
    })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Did you mean “Makers”?')
  })

  it('D14: a company migrates from a spreadsheet with two files: people, and their remaining days', async () => {
    const at = await firm(make)
    const outcome = await at.engine.change(operator, [creating('Contract', {name: 'Full time'})])
    done(outcome)
    const [contract = ''] = outcome.ok ? outcome.records.map(({id}) => id) : []
    const [kind = ''] = [await shown(at.engine, {entity: 'User', id: at.ids.max}, 'Kind[name = "Holiday"][1].id')]
    const policy = {name: 'Full time', kind, contract, days: 30, accrual: 'yearly'}
    done(await at.engine.change(operator, [creating('Policy', policy)]))
    const people = [
      'Name,Email,Manager,Contract,Start date',
      'Kim,kim@example.com,Max,Full time,2019-05-01',
      'Lou,lou@example.com,Kim,Full time,2021-02-01',
      'Mo,mo@example.com,Kim,,2021-02-01',
    ]
    expect((await imported(at.hr, `${people.join('\n')}\n`, {_invite: 'no'})).status).toBe(303)
    const header = (await (await at.hr.get('/balances?_import&template')).text()).split('\r\n')[0] ?? ''
    expect(header.replace('\ufeff', '').split(',')).toEqual([
      'Person',
      'Type',
      'Year',
      'Set manually',
      'Days',
      'Carry-over',
      'Current balance',
    ])
    // Whether or not this year's allowances were opened in between.
    for (const [name, left] of [
      ['Kim', '12.5'],
      ['Lou', '31'],
      ['Mo', '4'],
    ]) {
      if (name === 'Lou') await runSystemActions(at.engine)
      const csv = `Person,Type,Year,Carry-over,Current balance\n${name},Holiday,2026,3,${left}\n`
      const sent = {csv, _action: 'import records', _existing: 'update'}
      expect((await at.hr.post('/balances?_import', sent)).status).toBe(303)
    }
    await runSystemActions(at.engine)
    const balance = async (email: string) => {
      const record = {entity: 'User', id: (await findByEmail(at.engine, email))?.id ?? ''}
      const of = (field: string) => shown(at.engine, record, `sum(Allowance[person = this and year = 2026].${field})`)
      return Promise.all(['days', 'carried_over', 'corrected', 'left'].map(of))
    }
    expect(await balance('kim@example.com')).toEqual(['30', '3', '-20.5', '12.5'])
    expect(await balance('lou@example.com')).toEqual(['30', '3', '-2', '31'])
    expect(await balance('mo@example.com')).toEqual(['25', '3', '-24', '4'])
  })

  it('D14: exported people can be imported into another planner', async () => {
    const at = await firm(make)
    const {makers, lisbon, max} = at.ids
    const place = {team: makers, manager: max, place: lisbon, joined: '2026-03-10'}
    const ina = {name: 'Ina', email: 'ina@example.com', ...place, roles: 'Employee'}
    expect((await at.hr.post('/people/new', {_action: 'set_up', ...ina, _invite: 'no'})).status).toBe(303)
    const csv = await (await at.hr.get('/people?_export=csv')).text()
    const lines = csv.split('\r\n')
    expect(lines[0]).toBe('Name,Email,Roles,Team,Manager,Office,Start date')
    expect(lines).toContain('Ina,ina@example.com,Employee,Makers,Max,Lisbon,2026-03-10')
    const other = await firm(make)
    const news = lines.filter(line => !/^(Hana|Max),/.test(line)).join('\r\n')
    expect((await imported(other.hr, news, {_invite: 'no'})).status).toBe(303)
    const {id} = (await findByEmail(other.engine, 'ina@example.com')) ?? {id: ''}
    expect(await shown(other.engine, {entity: 'User', id}, 'manager.name')).toBe('Max')
  })

  it('D30: the public holidays of a country are added for an office, without existing ones', async () => {
    const at = await firm(make)
    const {lisbon} = at.ids
    done(
      await at.engine.change(operator, [
        creating('Holiday', {place: lisbon, day: '2027-01-01', name: 'First of January'}),
      ]),
    )
    expect((await dataOf(at.hr, '/holidays')).importLabel).toBe('Add public holidays')
    const {holidays} = await dataOf(at.hr, '/holidays?_import')
    expect(holidays.fields.map(({label}: {label: string}) => label)).toEqual(['Country or region', 'Years', 'Office'])
    expect(holidays.fields[0].options.length).toBeGreaterThanOrEqual(40)
    expect(holidays.fields[1].values[0]).toBe('2026-2028')
    const years = holidays.fields[1].options.map(({label}: {label: string}) => label)
    expect(years.slice(0, 4)).toEqual(['2026–2028', '2026–2032', '2026', '2027'])
    const chosen = {_country: 'PT', _year: '2027', _per: lisbon}
    const checked = await at.hr.post('/holidays?_import', {_action: 'check holidays', ...chosen})
    expect(checked.status).toBe(200)
    const page = await checked.text()
    expect(page).toContain('12 public holidays ready to import.')
    expect(page).toMatch(/Fri,? 26 Mar 2027: Good Friday/)
    expect(page).not.toContain('New Year')
    const csv = /<textarea[^>]*name="csv"[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
    const rows = {_action: 'import records', csv: csv.replaceAll('&#x27;', "'"), _rows: 'yes'}
    const none = await at.hr.post('/holidays?_import', rows)
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('Select at least one row.')])
    // One that is not ticked is left out; then all of them.
    expect((await at.hr.post('/holidays?_import', {...rows, _row: '1'})).status).toBe(303)
    const place = {entity: 'Place', id: lisbon}
    expect(await shown(at.engine, place, 'count(Holiday[place = this and day.year = 2027])')).toBe('2')
    const left = {_action: 'import records', csv: rows.csv, _existing: 'skip'}
    expect((await at.hr.post('/holidays?_import', left)).status).toBe(303)
    expect(await shown(at.engine, place, 'count(Holiday[place = this and day.year = 2027])')).toBe('13')
    const again = await at.hr.post('/holidays?_import', {_action: 'check holidays', ...chosen})
    expect(again.status).toBe(422)
    expect(await again.text()).toContain('You’ve already added all public holidays for these years.')
    // Several years at once, again without those that are there.
    const more = await at.hr.post('/holidays?_import', {_action: 'check holidays', ...chosen, _year: '2026-2028'})
    expect(await more.text()).toContain('26 public holidays ready to import.')
  })

  it('D30: an empty planner lists the first steps, in order, and each leads to a page that works', async () => {
    const address = await make(timeOff)
    const fixture = await peopleFixture({address, document: timeOff, records: true, rules: rulesOfDocument})
    const hr = new Client(fixture)
    const link = new URL((await setUpLink(fixture.world)) ?? '')
    await hr.post(link.pathname, {_action: 'set up', name: 'Hana', email: 'hana@example.com', password})
    const {steps} = (await dataOf(hr, '/')).firstSteps
    expect(steps.map(({name, done: is, create}: Step) => [name, is, create.label])).toEqual([
      ['Offices', false, 'New office'],
      ['Public holidays', false, 'Add public holidays'],
      ['Leave types', false, 'Add common leave types'],
      ['Policies', false, 'New policy'],
      ['Teams', false, 'New team'],
      ['People', false, 'Add person'],
    ])
    for (const {href, create} of steps)
      for (const path of [href, create.href]) expect([path, (await hr.get(path)).status]).toEqual([path, 200])
    // Lists whose records are created by another entity's form link to that form.
    for (const path of ['/absences', '/payroll', '/sick-rates', '/reports'])
      expect((await dataOf(hr, path)).create).toEqual({label: 'New absence report', href: '/reports/new'})
    expect((await dataOf(hr, '/time-accounts')).create.label).toBe('Record overtime')
  })

  it('a form that creates a record and performs an action is confirmed once', async () => {
    const at = await firm(make)
    const kind = await shown(at.engine, {entity: 'User', id: at.ids.max}, 'Kind[name = "Holiday"][1].id')
    done(await at.engine.change(operator, [creating('Allowance', {person: at.ids.max, kind, year: 2026, days: 5})]))
    const sent = {person: at.ids.max, kind, first_day: '2026-03-16', last_day: '2026-03-17', _action: 'record'}
    expect((await at.hr.post('/record', sent)).status).toBe(303)
    const page = (await (await at.hr.get('/requests/1001')).text()).replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
    expect(page).toMatch(/role="status"[^>]*>.*You recorded holiday for Max, 16–17 Mar\./)
  })

  it('offers the usual leave types, and leaves out existing ones', async () => {
    const at = await firm(make)
    const steps: {name: string; create: {label: string; href: string}}[] = (await dataOf(at.hr, '/')).firstSteps.steps
    expect(steps.find(({name}) => name === 'Leave types')?.create).toEqual({
      label: 'Add common leave types',
      href: '/kinds?_import',
    })
    expect((await dataOf(at.hr, '/kinds')).importLabel).toBe('Add common leave types')
    const checked = await at.hr.post('/kinds?_import', {_action: 'check holidays'})
    expect(checked.status).toBe(200)
    const page = await checked.text()
    expect(page).toContain('8 leave types ready to import.')
    expect(page).toContain('Time off in lieu')
    const csv = /<textarea[^>]*name="csv"[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
    expect((await at.hr.post('/kinds?_import', {_action: 'import records', csv})).status).toBe(303)
    const team = {entity: 'Team', id: at.ids.makers}
    const facts = ['count(Kind)', 'Kind[name = "Sick leave"][1].certificate_after', 'Kind[earned][1].unit']
    expect(await Promise.all(facts.map(each => shown(at.engine, team, each)))).toEqual(['9', '3', 'hours'])
    const again = await at.hr.post('/kinds?_import', {_action: 'check holidays'})
    expect(await again.text()).toContain('You’ve already added all of these.')
  })
})
