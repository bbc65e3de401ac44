/** No document can use the addresses of built-in screens: it would be valid, but never shown. */
import {expect, test} from 'vitest'
import {accountPaths} from '../../src/accounts/screens/routes.ts'
import {ownWords} from '../../src/points/screens/route.ts'
import {documentOf} from '../kit/documents.ts'

const screenAt = (route: string) =>
  documentOf(
    [
      '# A',
      '',
      '## 2. Screens',
      '',
      '| Screen | Route | Shows | For |',
      '|---|---|---|---|',
      `| Words | ${route} | page | everyone |`,
      '',
      '### Words',
      '',
      'Some words.',
    ].join('\n'),
  ).findings.map(({code, line}) => `${code} ${line}`)

test('every address of the account screens is rejected in a document', () => {
  expect(accountPaths.length).toBeGreaterThan(8)
  for (const route of [...accountPaths, '/notifications'])
    expect([route, screenAt(route.replace(':token', 'x'))]).toEqual([route, ['N216 7']])
  expect([...ownWords].flatMap(word => screenAt(`/${word}/deeper`))).toEqual([...ownWords].map(() => 'N216 7'))
})

test('similar addresses, and those that a document may serve itself, are accepted', () => {
  for (const route of ['/', '/about', '/accounts', '/sign-in-sheet', '/more/account', '/files'])
    expect([route, screenAt(route)]).toEqual([route, []])
})
