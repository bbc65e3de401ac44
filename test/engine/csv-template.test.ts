/** The template of an import: its row of examples is accepted by the import itself, whatever the bounds of its fields. */
import {expect, test} from 'vitest'
import {templateCsv} from '../../src/engine/csv/import-rows.ts'
import {importCsv, operator} from '../../src/screens/testing.ts'
import {engineOf} from '../kit/engine.ts'
import {sqlite} from '../kit/store-databases.ts'
import {entity} from '../kit/store-document.ts'

const types = [
  'text',
  'text 20..30',
  'text 2..3',
  'long text 40..2000',
  'rich text 0..5000',
  'number',
  'number 7..9',
  'number ..0',
  'decimal 2',
  'decimal 1, 2.5..366',
  'decimal 1, -4..-0.5',
  'money',
  'money 100..',
  'money ..0.5',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'one of low, high',
  'any of red, green',
  'colour',
  'icon',
  'email',
  'phone',
  'url',
]

test.each(types)('has an example of `%s` that is imported', async type => {
  const document = ['# Things', '', '## 3. Entities', '', entity('Thing', [`value | ${type} | yes`])].join('\n')
  const {engine} = await engineOf({document, address: await sqlite.make(document)})
  const fields = [...(engine.specification.entities.entities.get('Thing')?.fields.values() ?? [])]
  const text = await engine.read(operator, reader => templateCsv(reader, fields, label => `Example of ${label}`))
  async function* file() {
    yield Buffer.from(text)
  }
  const report = await importCsv(engine, operator, {entity: 'Thing', open: file})
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({ok: true, count: 1})
})
