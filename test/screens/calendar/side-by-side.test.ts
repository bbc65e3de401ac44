/** Concurrent entries are side by side, as wide as possible, and those that do not fit are counted. */
import {describe, expect, test} from 'vitest'
import {sideBySide} from '../../../src/screens/calendar/side-by-side.ts'

const lying = (id: string, start: number, end: number) => ({id, start, end})

function told(items: readonly ReturnType<typeof lying>[]) {
  const {shown, crowds} = sideBySide(items, 3)
  return {
    shown: shown.map(({item, column, wide, columns}) => `${item.id} ${column}+${wide}/${columns}`),
    crowds: crowds.map(({start, end, items: rest}) => `${rest.map(({id}) => id).join(' ')} ${start}–${end}`),
  }
}

describe('concurrent entries', () => {
  test('take the whole width without others', () => {
    expect(told([lying('a', 0, 60), lying('b', 60, 90)])).toEqual({shown: ['a 0+1/1', 'b 0+1/1'], crowds: []})
  })

  test('share the width only with overlapping ones', () => {
    const all = [lying('long', 0, 120), lying('early', 0, 60), lying('late', 60, 120), lying('third', 0, 30)]
    expect(told(all)).toEqual({
      shown: ['long 0+1/3', 'early 1+1/3', 'late 1+2/3', 'third 2+1/3'],
      crowds: [],
    })
  })

  test('leave the last column to entries that do not fit', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((id, index) => lying(id, 0, 90 - index))
    expect(told(all)).toEqual({shown: ['a 0+1/3', 'b 1+1/3'], crowds: ['c d e 0–88']})
  })
})
