/** `for … return` and working patterns: the same value from the evaluator and from both databases. */
import {describe, expect, it} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {shown} from '../kit/time-off.ts'

const document = (more = '') => `# Hours

## 3. Entities

### Stay
- named by: title

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| first_day | date | yes |
| last_day | date | yes |
| weekdays | any of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday | |
| days | = working days(first_day, last_day, Off.day, weekdays) | |
| shared | = sum(for s in Stay[id != this.id and first_day <= this.last_day and last_day >= this.first_day] return working days(max(s.first_day, first_day), min(s.last_day, last_day), Off.day)) | |
| longest | = max(for s in Stay return (s.last_day - s.first_day).days + 1) | |
${more}
### Off

| Field | Type | Required |
|---|---|---|
| day | date | yes |
`

describe.each(stores)('on $name', ({make}) => {
  async function opened() {
    const {engine} = await engineOf({document: document(), address: await make(document())})
    const add = async (entity: string, fields: Parameters<typeof creating>[1]) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    return {engine, add}
  }

  it('counts the working days of a pattern, without holidays on them', async () => {
    const {engine, add} = await opened()
    // Wednesday, 1 April 2026, and Monday, 6 April 2026.
    await add('Off', {day: '2026-04-01'})
    await add('Off', {day: '2026-04-06'})
    const days = async (title: string, weekdays: string[] | null) => {
      const stay = await add('Stay', {title, first_day: '2026-03-30', last_day: '2026-04-12', weekdays})
      return shown(engine, stay, 'days')
    }
    // Two weeks: ten days, of which two are holidays.
    expect(await days('usual', null)).toBe('8')
    expect(await days('none named', [])).toBe('8')
    // Four Mondays and Tuesdays, one of them a holiday.
    expect(await days('two days', ['Monday', 'Tuesday'])).toBe('3')
    expect(await days('Wednesdays', ['Wednesday'])).toBe('1')
    expect(await days('weekends', ['Sunday', 'Saturday'])).toBe('4')
    expect(
      await days('every day', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']),
    ).toBe('12')
    const stay = await add('Stay', {title: 'no holidays', first_day: '2026-03-30', last_day: '2026-04-12'})
    const counted = ['working days(first_day, last_day, [], weekdays)', 'working days(first_day, last_day, [])']
    for (const each of counted) expect(await shown(engine, stay, each)).toBe('10')
  })

  it('sums an expression over the others', async () => {
    const {engine, add} = await opened()
    await add('Off', {day: '2026-05-14'})
    const stay = await add('Stay', {title: 'a', first_day: '2026-05-11', last_day: '2026-05-22'})
    expect([await shown(engine, stay, 'shared'), await shown(engine, stay, 'longest')]).toEqual(['0', '12'])
    await add('Stay', {title: 'b', first_day: '2026-05-13', last_day: '2026-05-15'})
    await add('Stay', {title: 'c', first_day: '2026-05-21', last_day: '2026-06-30'})
    // Wednesday and Friday; Thursday and Friday.
    expect([await shown(engine, stay, 'shared'), await shown(engine, stay, 'longest')]).toEqual(['4', '41'])
  })
})

describe('the checker', () => {
  const codes = (row: string) => documentOf(document(row)).findings.map(({code}) => code)

  it.each([
    ['a list of lists', '| x | = count(for s in Stay return s.weekdays) | |\n', 'N070'],
    ['two lists at once', '| x | = count(for s in Stay, o in Off return s.title) | |\n', 'N054'],
    ['what is no list', '| x | = count(for s in title return s) | |\n', 'N066'],
    ['weekdays that are no texts', '| x | = working days(first_day, last_day, Off.day, [1, 2]) | |\n', 'N058'],
  ])('rejects %s', (_, row, code) => expect(codes(row)).toContain(code))
})
