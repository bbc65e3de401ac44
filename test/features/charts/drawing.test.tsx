/** Visual faults of charts with correct numbers. */
import {renderToString} from 'react-dom/server'
import {expect, test} from 'vitest'
import {drawLine} from '../../../src/features/charts/charts.ts'
import {Donut} from '../../../src/features/charts/components/chart-donut.tsx'
import {Frame} from '../../kit/render.tsx'

const slice = (label: string, tone: string | null) => ({
  label,
  tone,
  text: '1',
  value: 1,
  href: null,
  percent: '25%',
  path: '',
})

test('slices of states that look the same are distinguishable, in the ring and next to it', () => {
  const groups = [slice('Over', 'over'), slice('Cancelled', 'over'), slice('Refused', 'bad'), slice('Lost', 'over')]
  const html = renderToString(
    <Frame>
      <Donut body={{as: 'donut', unit: 'days', groups, total: '4'}} />
    </Frame>,
  )
  const classes = [...html.matchAll(/<(?:path|rect)[^>]*class="([^"]+)"/g)].map(([, name]) => name)
  const expected = ['over', 'over second-of-tone', 'bad', 'over third-of-tone']
  expect(classes).toEqual([...expected, ...expected])
})

test('picture: slices of records and choices have the colours that these have elsewhere', () => {
  const groups = [
    {...slice('Holiday', null), colour: 'green'},
    {...slice('Sick leave', null), colour: 'red'},
    slice('Other', null),
    {...slice('Unpaid', null), colour: 'green'},
  ]
  const html = renderToString(
    <Frame>
      <Donut body={{as: 'donut', unit: 'days', groups, total: '4'}} />
    </Frame>,
  )
  const classes = [...html.matchAll(/<path[^>]*class="([^"]+)"/g)].map(([, name]) => name)
  expect(classes).toEqual(['hue hue-green', 'hue hue-red', 'hue hue-amber', 'hue hue-green second-of-tone'])
})

test('the last label along time ends at the edge of the chart', () => {
  const points = Array.from({length: 8}, (_, index) => ({
    group: {label: `week ${index}`, text: '1', value: 1, href: null},
    long: '22 September 2025',
    short: '22 September',
    ordinal: index,
    now: false,
  }))
  const {labels, width} = drawLine(points, {language: 'en'})
  expect(labels).toHaveLength(8)
  for (const {x, text} of labels) expect(x + text.length * 2.7).toBeLessThanOrEqual(width)
})
