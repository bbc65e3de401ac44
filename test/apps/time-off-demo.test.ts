/** The demonstration data of the time-off planner: a company that satisfies its own rules on any day. */
import {describe, expect, test} from 'vitest'
import {files} from '../../scripts/demo-data/files.ts'
import {column, companyOn, eventsOf, rowsOf, todays, written} from './demo-company.ts'
import {fieldsOf, referencesOf, requiredOf, transitions} from './demo-document.ts'
import {demoText} from './demo-files.ts'

const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length

describe('the files', () => {
  test('match the output of the generator', () => {
    for (const [name, text] of files()) expect(demoText(name.replace('.csv', '')), name).toBe(text)
  })

  test.each([...written].filter(([name]) => name !== 'History'))(
    '%s has fields of the document as its columns',
    (name, rows) => {
      const own = ['created', 'created_by', 'status', 'name', 'email', 'roles', 'active']
      expect([...fieldsOf(name), ...own]).toEqual(expect.arrayContaining(Object.keys(rows[0] ?? {})))
      for (const row of rows) for (const field of requiredOf(name)) expect(row[field], `${name}.${field}`).not.toBe('')
    },
  )

  test('refer to records that exist', () => {
    for (const [name, rows] of written)
      for (const {field, to, by} of referencesOf(name)) {
        const known = new Set(['', ...column(to, by)])
        expect(
          rows.map(row => row[field] ?? '').filter(value => !known.has(value)),
          `${name}.${field}`,
        ).toEqual([])
      }
  })

  test('contain no duplicates of unique values', () => {
    for (const text of [
      column('User', 'email'),
      column('User', 'name'),
      column('Team', 'name'),
      column('Kind', 'name'),
    ])
      expect(new Set(text).size).toBe(text.length)
    const allowances = rowsOf('Allowance').map(row => `${row.person} ${row.kind} ${row.year}`)
    expect(new Set(allowances).size).toBe(allowances.length)
  })

  test('use texts of people only once or twice, and short enough', () => {
    const texts = [...column('Request', 'note'), ...column('Request', 'answer'), ...column('Remark', 'text')]
    for (const text of texts.filter(one => one !== '')) {
      expect(
        count(texts, one => one === text),
        text,
      ).toBeLessThanOrEqual(2)
      expect(text.length).toBeLessThanOrEqual(2000)
    }
    expect(count(column('Request', 'note'), note => note !== '')).toBeGreaterThan(130)
  })
})

describe('the company', () => {
  test('has forty people in six teams and three places', () => {
    expect([column('User', 'email').length, column('Team', 'name').length, column('Place', 'name').length]).toEqual([
      40, 6, 3,
    ])
    expect(new Set(column('User', 'team'))).toEqual(new Set(column('Team', 'name')))
    expect(new Set(column('User', 'place'))).toEqual(new Set(column('Place', 'name')))
    expect(column('User', 'email').every(email => /^[a-z.]+@example\.com$/.test(email))).toBe(true)
    expect(column('User', 'name')).toEqual(
      expect.arrayContaining(['Anna Moreau', 'Jonas Lind', 'Sara Koch', 'Rui Oliveira']),
    )
    expect(column('User', 'name')).toEqual(
      expect.arrayContaining(['Tom Dvorak', 'Nadia Benali', 'Eva Vogel', 'Paul Costa']),
    )
    expect(column('User', 'name')).toEqual(expect.arrayContaining(['Hana Fiala', 'Liam Murphy']))
  })

  test('is organised as a tree: a team under its lead, the leads under one director', () => {
    const {user} = companyOn('2026-09-15')
    const [top = '', ...others] = column('User', 'email').filter(email => user(email).manager === '')
    expect(others).toEqual([])
    for (const row of rowsOf('User').filter(one => one.email !== top)) {
      const lead = rowsOf('Team').find(team => team.name === row.team)?.lead
      expect(row.manager, row.name).toBe(lead === row.email ? top : lead)
      expect(row.manager).not.toBe(row.email)
    }
    for (const team of rowsOf('Team')) expect(user(team.lead ?? '').team).toBe(team.name)
  })

  test('has two or three people in human resources, Anna Moreau among them, and everyone is an employee', () => {
    const hr = rowsOf('User').filter(row => row.roles === 'Employee; HR')
    expect(hr.map(row => row.name)).toContain('Anna Moreau')
    expect([2, 3]).toContain(hr.length)
    expect(count(column('User', 'roles'), roles => roles === 'Employee')).toBe(40 - hr.length)
  })

  test('lets fewer people of a team be away than the team has', () => {
    for (const {name, most_away} of rowsOf('Team')) {
      expect(Number(most_away)).toBeGreaterThanOrEqual(2)
      expect(Number(most_away)).toBeLessThanOrEqual(count(column('User', 'team'), team => team === name) / 2)
    }
  })

  test.each(todays)('has the public holidays of three years, loaded on %s', (_, today) => {
    const year = Number(today.slice(0, 4))
    const holidays = companyOn(today).rows('Holiday')
    const days = holidays.map(row => `${row.place} ${row.day}`)
    expect(new Set(days).size).toBe(days.length)
    for (const place of column('Place', 'name'))
      for (const one of [year - 1, year, year + 1].filter(each => each < 2029))
        expect(
          count(days, day => day.startsWith(`${place} ${one}-`)),
          `${place} ${one}`,
        ).toBeGreaterThanOrEqual(10)
  })

  test('has the movable holidays', () => {
    const days = rowsOf('Holiday').map(row => `${row.place} ${row.day} ${row.name}`)
    const known = ['Paris 2026-04-06 Easter Monday', 'Berlin 2027-05-06 Ascension Day', 'Paris 2025-06-09 Whit Monday']
    expect(days).toEqual(
      expect.arrayContaining([...known, 'Lisbon 2028-06-15 Corpus Christi', 'Berlin 2028-04-14 Good Friday']),
    )
  })
})

describe('the history', () => {
  test('follows the transitions of the document and ends in the state of the record', () => {
    const asWritten = {...companyOn('2026-09-15'), rows: rowsOf}
    // Certificates of earlier illnesses exist, without the person who received them.
    for (const {number = '', created, created_by, certificate_on: _, asked_at: __, ...fields} of rowsOf('Request')) {
      const events = eventsOf(asWritten, number)
      const record: Record<string, string> = {first_half: 'no', last_half: 'no'}
      for (const {action, field = '', before = '', after = ''} of events) {
        if (field === 'status' && action !== 'create')
          expect(transitions, number).toContain(`${action} ${before} → ${after}`)
        expect(record[field] ?? '', number).toBe(field.endsWith('_half') ? 'no' : before)
        record[field] = after
      }
      const [first] = events
      expect([first?.at, first?.by, first?.action]).toEqual([created, created_by, 'create'])
      expect(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')), number).toEqual(record)
    }
  })

  test.each(todays)('is in chronological order and in the past when loaded on %s', (_, today) => {
    const company = companyOn(today)
    for (const {number = ''} of company.rows('Request')) {
      const moments = eventsOf(company, number).map(row => row.at ?? '')
      expect(moments.length).toBeGreaterThan(0)
      expect(moments, number).toEqual([...moments].sort())
      expect((moments.at(-1) ?? '') < today, number).toBe(true)
    }
  })
})

describe('the absence report', () => {
  test.each([
    ['2026-11-15', '2026-10-01', '2026-10-31'],
    ['2027-01-01', '2026-12-01', '2026-12-31'],
    ['2028-03-01', '2028-02-01', '2028-02-29'],
  ])('loaded on %s is about %s to %s, and has everyone and every team', (today, first, last) => {
    const {rows} = companyOn(today)
    expect(rows('Report').map(row => [row.first_day, row.last_day, row.created])).toEqual([
      [first, last, `${last} 16:20`],
    ])
    expect(rows('Absence').map(row => row.person)).toEqual(column('User', 'email'))
    expect(rows('SickRate').map(row => row.team)).toEqual(column('Team', 'name'))
  })
})

describe('the remarks', () => {
  test.each(todays)('are written by permitted people, after the request was created and before %s', (_, today) => {
    const {rows, user} = companyOn(today)
    expect(rows('Remark').length).toBeGreaterThanOrEqual(55)
    for (const {request, author = '', created = '', created_by} of rows('Remark')) {
      const asked = rows('Request').find(row => row.number === request)
      const may = [asked?.person, user(asked?.person ?? '').manager]
      expect(may.includes(author) || user(author).roles?.includes('HR')).toBe(true)
      expect(created > (asked?.created ?? '') && created < today, `${request} ${created}`).toBe(true)
      expect(created_by).toBe(author)
    }
  })
})
