/** Computed numbers derived from money are shown as money; others are plain numbers. */
import {expect, test} from 'vitest'
import {parseNum} from '../../src/feel/decimal.ts'
import {documentOf} from '../kit/documents.ts'

const shop = `# Shop

## 3. Entities

### Order

| Field | Type |
|---|---|
| paid | money |
| pieces | number |
| lines | list of Line by order |
| total | = sum(lines.amount) |
| left | = total - paid |
| most | = max(lines.price) |
| count | = count(lines) |
| share | = paid / total |
| each | = if pieces > 0 then paid / pieces else null |
| odd | = paid * total |

### Line

| Field | Type |
|---|---|
| order | Order |
| price | money |
| quantity | number |
| amount | = quantity * price |
| heavy | = quantity * 2 |

## 9. Constants

| Name | Value |
|---|---|
| CURRENCY | "EUR" |
`

test('values derived from money are shown as money, and nothing else', () => {
  const {entities} = documentOf(shop).specification.entities
  const nobody = {nameOf: () => '', keyOf: () => '', find: () => null}
  const locale = {language: 'en', currency: 'EUR', zone: 'UTC', ...nobody}
  const shown = (name: string) =>
    Object.fromEntries(
      [...(entities.get(name)?.fields.values() ?? [])]
        .filter(({computed}) => computed !== null)
        .map(field => [field.name, field.type.toText(parseNum('1234.5'), locale)]),
    )
  expect(shown('Order')).toEqual({
    total: '€1,234.50',
    left: '€1,234.50',
    most: '€1,234.50',
    count: '1234.5',
    share: '1234.5',
    each: '€1,234.50',
    odd: '1234.5',
  })
  expect(shown('Line')).toEqual({amount: '€1,234.50', heavy: '1234.5'})
})
