import {readFile} from 'node:fs/promises'
import {expect, test} from 'vitest'
import {storeErrors} from '../../src/store/store-error.ts'

test('the operators’ page explains every code of the store, and no other', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter(line => /^\| `[A-Z]/.test(line))
  const codes = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code))
  expect(codes.toSorted()).toEqual(Object.keys(storeErrors).toSorted())
})
