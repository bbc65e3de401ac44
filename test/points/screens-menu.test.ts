/** The menu in point 2, and owners in point 3: how they are read, and their mistakes. */
import {describe, expect, test} from 'vitest'
import {ownerOf} from '../../src/points/entities/lookup.ts'
import {documentOf} from '../kit/documents.ts'

function read(
  bullets: readonly string[],
  {shows = 'list of Wish', about = []}: {shows?: string; about?: readonly string[]} = {},
) {
  const lines = (some: readonly string[]) => some.map(each => `- ${each}\n`).join('')
  const {specification, findings} = documentOf(`# Wishes

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Wishes | / | ${shows} | Member |

### Wishes

${lines(bullets)}
## 3. Entities and their fields

### Wish

${lines(about)}
| Field | Type | Required | Default |
|---|---|---|---|
| person | User | yes | |
| asked_by | User | | me |
| days | number | yes | |
`)
  const errors = findings
    .filter(({severity}) => severity === 'error')
    .map(({code, hint, fix}) => `${code} ${hint}${fix ? ` → ${fix.text}` : ''}`)
  return {errors, screen: specification.screens.screens[0], wish: specification.entities.entities.get('Wish')}
}

describe('the menu', () => {
  test('has an icon, a heading and a count with a condition', () => {
    const {errors, screen} = read(['icon: plane', 'menu: HR', 'menu count: days > 3', 'first run: Add one.'])
    expect(errors).toEqual([])
    expect(screen).toMatchObject({icon: 'plane', menu: true, menuGroup: 'HR', details: {firstRun: 'Add one.'}})
    expect(screen?.menuCount?.where?.text.text).toBe('days > 3')
    expect(read(['menu count: yes', 'menu: no']).screen).toMatchObject({
      menu: false,
      menuGroup: null,
      menuCount: {where: null},
    })
  })

  test('D11: has a screen that says yes among those without a heading', () => {
    expect(read(['menu: yes']).screen).toMatchObject({menu: true, menuGroup: '', menuIfAny: false})
    expect(read(['menu: yes if any']).screen).toMatchObject({menu: true, menuGroup: '', menuIfAny: true})
    expect(read([]).screen).toMatchObject({menu: true, menuGroup: null})
  })

  test('has a screen only for people who find a record on it', () => {
    expect(read(['menu: if any']).screen).toMatchObject({menu: true, menuGroup: null, menuIfAny: true})
    expect(read(['menu: HR if any']).screen).toMatchObject({menuGroup: 'HR', menuIfAny: true})
    expect(read(['menu: HR']).screen).toMatchObject({menuIfAny: false})
    expect(read(['menu: if any'], {shows: 'form for Wish'}).errors).toHaveLength(1)
  })

  test.each([
    ['icon: plan', 'N329 Did you mean `plane`? → plane'],
    ['menu: never', 'N207 Write `- menu: no`. → no'],
    ['menu: Yes', 'N207 Write `- menu: yes`. → yes'],
    ['menu: top', 'N207 Write `- menu: yes`. → yes'],
    ['menu count: days', 'N213 Compare it with something: `status = "open"`.'],
    ['menu count: dayz > 3', 'N309 Did you mean `days`? → days'],
  ])('reports the problems of `%s`', (bullet, error) => {
    expect(
      read([bullet]).errors.map(each => each.replace(/^N\d+ Did you mean `days`/, 'N309 Did you mean `days`')),
    ).toEqual([error])
  })

  test('does not support counts and first-run texts on a form', () => {
    const hint = 'Remove it, or write it under a list, a gallery, an inbox, a board, a calendar or a timeline.'
    expect(read(['menu count: yes', 'first run: Add one.'], {shows: 'form for Wish'}).errors).toEqual([
      `N247 ${hint}`,
      `N247 ${hint}`,
    ])
  })
})

describe('the owner', () => {
  test('is the field that the document names, else the person who created the record', () => {
    const owner = (about: readonly string[]) => {
      const {wish} = read([], {about})
      return wish && ownerOf(wish)?.name
    }
    expect(owner([])).toBe('asked_by')
    expect(owner(['owner: person'])).toBe('person')
  })

  test.each([
    [['owner: days'], 'N333 Use one of: person, asked_by.'],
    [['owner: persom'], 'N309 Did you mean `person`? → person'],
    [['owner: person', 'named for owner: {dayz}'], 'N309 Did you mean `days`? → days'],
    [['label: Wish', 'singular: wish'], 'N019 Keep one of the two lines.'],
  ])('reports the problems of %j', (about, error) => {
    expect(read([], {about}).errors).toEqual([error])
  })
})
