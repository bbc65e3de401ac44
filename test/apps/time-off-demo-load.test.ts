/** The demonstration data comes in through the gate: the document's own rules refuse what was expected, and nothing else. */
import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {loadDemo} from '../../src/engine/demo.ts'
import {documentRules} from '../../src/engine/document-rules.ts'
import {momentAt} from '../../src/engine/moment.ts'
import {documentOf} from '../kit/documents.ts'
import {engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {companyOn, rowsOf, written} from './demo-company.ts'
import {documentText} from './demo-files.ts'

const folder = fileURLToPath(new URL('../../apps/time-off/demo', import.meta.url))

/** Six hundred records, each judged by every rule: on a busy machine that takes a while. */
const slow = 240_000

// That PostgreSQL takes demonstrations too is shown by the smaller ones.
describe.each(stores.filter(({name}) => name === 'sqlite'))('the demonstration data on $name', ({make}) => {
  test(
    'is loaded but for the requests that cross New Year, hold no working time or half of a free day, and what is said of them',
    async () => {
      const document = documentText()
      const {engine} = await engineOf({
        document,
        address: await make(),
        rules: documentRules(documentOf(document).specification),
      })
      const moment = momentAt(Date.parse('2026-11-15T10:00:00Z'), engine.specification.limits.settings)
      const {problems, records, events, leftOut} = await loadDemo(engine, folder, moment)

      const expected = new Set(companyOn('2026-11-15').leftOut.map(({number}) => number))
      const refused = problems.filter(({column}) => column?.startsWith('Request.csv'))
      expect(new Set(refused.map(({line}) => rowsOf('Request')[line - 2]?.number))).toEqual(expected)
      expect(new Set(refused.map(({code}) => code))).toEqual(
        new Set(['SPLIT_AT_NEW_YEAR', 'NO_WORKING_TIME', 'HALF_OF_FREE_DAY']),
      )

      const unsaid = rowsOf('Remark').filter(({request = ''}) => expected.has(request))
      const entities = [...written].filter(([name]) => name !== 'History')
      expect(leftOut).toBe(expected.size + unsaid.length)
      expect(records).toBe(entities.reduce((sum, [, rows]) => sum + rows.length, 0) - leftOut)
      expect(events).toBeGreaterThan(900)
    },
    slow,
  )
})
