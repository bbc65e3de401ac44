/** The price of a booking: the field that its function sets in an application. */
import {copyFileSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {expect, test} from 'vitest'
import {nonet} from '../kit/cli.ts'
import {authorFolder} from '../kit/own-code.ts'

const document = `# Rooms

## 3. Entities

### Functions

| Function | Takes | Gives |
|---|---|---|
| price | hours: number, seats: number | number |

### Booking

| Field | Type | Set by |
|---|---|---|
| hours | decimal 2 | |
| seats | number | |
| price | decimal 2 | price(hours, seats) |
`

test('keeps its value if the application starts without its code', async () => {
  const folder = authorFolder({'app.md': document, 'bookings.csv': 'hours,seats\n1,10\n'})
  const refused = {code: 1, err: expect.stringContaining('there is no file functions/price.ts beside the document')}
  const run = (...args: string[]) => nonet([...args, '--db', `sqlite:${join(folder, 'rooms.db')}`], {cwd: folder})
  expect(await run('run', '.', '--port', '0')).toMatchObject(refused)
  expect(await run('import', '.', 'Booking', 'bookings.csv')).toMatchObject(refused)
  expect(await run('recompute', '.', 'Booking.price')).toMatchObject(refused)
  expect(await run('import', '.', 'Booking', 'bookings.csv', '--no-code')).toMatchObject({code: 0})
}, 120_000)

test('is set by an import, and computed again when its code has changed', async () => {
  const folder = authorFolder({
    'app.md': document,
    'bookings.csv': 'hours,seats\n1,10\n0.75,4\n,4\n',
    'functions/.keep': '',
  })
  const code = join(folder, 'functions/price.ts')
  copyFileSync('apps/rooms/functions/price.ts', code)
  const db = join(folder, 'rooms.db')
  const run = (...args: string[]) => nonet([...args, '--db', `sqlite:${db}`], {cwd: folder})
  const prices = () => {
    const read = new DatabaseSync(db, {readOnly: true})
    const rows = read.prepare('select price, version from Booking order by id').all()
    read.close()
    return rows.map(row => [row['price'], row['version']])
  }
  expect(await nonet(['check', '.'], {cwd: folder})).toMatchObject({code: 0})
  expect(await nonet(['build', '.'], {cwd: folder})).toMatchObject({
    code: 0,
    out: expect.stringContaining('Built price'),
  })
  expect(await nonet(['plan', '.', '--db', `sqlite:${db}`], {cwd: folder})).toMatchObject({code: expect.any(Number)})
  const imported = await run('import', '.', 'Booking', 'bookings.csv')
  expect(imported).toMatchObject({code: 0, err: ''})
  expect(prices()).toEqual([
    [1150, 1],
    [525, 1],
    [null, 1],
  ])
  expect(await run('recompute', '.', 'Booking.price')).toMatchObject({code: 0, out: '0 records of 3 changed.\n'})

  writeFileSync(code, readFileSync(code, 'utf8').replace('4 + seats', '5 + seats'))
  expect(await run('recompute', '.', 'Booking.price')).toMatchObject({
    code: 1,
    err: expect.stringContaining('was built before functions/price.ts was changed'),
  })
  await nonet(['build', '.'], {cwd: folder})
  expect(await run('recompute', '.', 'Booking.price')).toMatchObject({code: 0, out: '2 records of 3 changed.\n'})
  expect(prices()).toEqual([
    [1250, 2],
    [600, 2],
    [null, 1],
  ])
  expect(await run('recompute', '.', 'Booking.hours')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There are Booking.price.'),
  })
}, 120_000)
