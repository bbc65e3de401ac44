// @vitest-environment jsdom
/** A whole form: its draft, preview, rejections, conflicts, and leaving it. */
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {hydrateRoot} from 'react-dom/client'
import {renderToString} from 'react-dom/server'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {FormScreenData as Data, HintsData, LocalRules} from '../../../src/features/forms/data.ts'
import type {Core} from '../../../src/feel/core.ts'
import {booleanType, textType} from '../../../src/feel/type.ts'
import {FormScreen} from '../../../src/screens/form/screen.tsx'
import {useDraftCleanup} from '../../../src/web/hooks/use-stored-drafts.ts'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {watchTyping} from '../../../src/web/router/typed-before-hydration.ts'
import type {ActionOutcome} from '../../../src/web/router/types.ts'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, Leavable, sentBy} from '../../kit/forms.tsx'
import {Frame} from '../../kit/render.tsx'

const data = formData({
  fields: [
    field('title'),
    field('story', {control: 'area', required: false, values: ['once']}),
    field('urgent', {control: 'yes/no', values: ['no']}),
    field('mood', {control: 'choice', options: [{value: 'good', label: 'Good'}], required: false}),
  ],
})

function Screen() {
  const page = usePage()
  useDraftCleanup()
  return page.screen === 'form' ? <FormScreen data={page.data} /> : <p>another page</p>
}

function open(of: Data = data, more: Partial<Page> = {}) {
  const page = formPage(of, more)
  const fake = new FakeRouter(page)
  const view = renderIn(
    <Leavable>
      <Screen />
    </Leavable>,
    {page, router: fake.router},
  )
  return {fake, page, ...view}
}

beforeEach(() => sessionStorage.clear())

const title = () => screen.getByLabelText<HTMLInputElement>('Title')
const story = () => screen.getByLabelText<HTMLTextAreaElement>(/Story/)
const urgent = () => screen.getByLabelText<HTMLInputElement>('Urgent')
const leave = () => screen.getByRole('button', {name: 'Leave'})
const back = () => screen.getByRole('button', {name: 'Return'})
const drafts = () => Object.keys(sessionStorage).filter(key => key.startsWith('nonet-draft'))

describe('the fields of a form', () => {
  it('are side by side where they are short, or a text and a record', () => {
    open(
      formData({
        fields: [
          field('title'),
          field('reason', {control: 'area'}),
          field('deputy', {control: 'record'}),
          field('story', {control: 'area'}),
          field('days', {control: 'number'}),
          field('letter', {control: 'area', attributes: {maxLength: 5000}}),
          field('job', {control: 'record'}),
        ],
      }),
    )
    const halves = ['Title', 'Reason', 'Deputy', 'Story', 'Days', 'Letter', 'Job'].map(
      name => screen.getByLabelText(new RegExp(name)).closest('.field')?.classList.contains('half') ?? false,
    )
    expect(halves).toEqual([false, true, true, false, false, false, false])
  })
})

describe('the draft of a form', () => {
  it('D36: keeps input typed just before leaving, and restores it without asking', async () => {
    const {user} = open()
    await user.type(title(), 'A long walk')
    await user.click(urgent())
    await user.selectOptions(screen.getByLabelText(/Mood/), 'good')
    await user.click(leave())
    await user.click(back())
    expect(screen.getByText('We restored your unsaved changes.')).toBeTruthy()
    expect([title().value, urgent().checked]).toEqual(['A long walk', true])
    expect(screen.getByLabelText<HTMLSelectElement>(/Mood/).value).toBe('good')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is kept when the page is closed', async () => {
    const {user} = open()
    await user.type(title(), 'A')
    await screen.findByText('Unsaved changes are kept in this browser tab.')
    await user.type(title(), 'B')
    fireEvent(window, new Event('pagehide'))
    expect(drafts()).toEqual(['nonet-draft  /orders/new form'])
  })

  it('is the same wherever the form was opened from, but not another person’s', async () => {
    const {user, unmount} = open(data, {url: '/orders/new?_from=%2Fa'})
    await user.type(title(), 'Mine')
    unmount()
    const {fake} = open(data, {url: '/orders/new?_from=%2Fb'})
    expect(title().value).toBe('Mine')
    const {shell, ...page} = formPage(data)
    const person = {id: 'p2', name: 'Bo', is: '', href: '/account'}
    act(() => fake.show({...page, shell: {...shell, person}}))
    await waitFor(() => expect(drafts()).toEqual([]))
  })

  it('is discarded on request: the form starts again', async () => {
    const {user} = open()
    await user.type(title(), 'x')
    await user.click(leave())
    await user.click(back())
    await user.click(screen.getByRole('button', {name: 'Discard'}))
    expect([title().value, drafts(), screen.queryByText('We restored your unsaved changes.')]).toEqual(['', [], null])
    await hasFocus(() => title())
  })

  it('is removed after Cancel and after a success, and kept after a rejection', async () => {
    const {user, fake, page} = open()
    await user.type(title(), 'x')
    fake.outcome = {kind: 'refused', page: {...page, status: 422}}
    await user.click(screen.getByRole('button', {name: 'Save'}))
    await waitFor(() => expect(fake.sent).toHaveLength(1))
    expect(drafts()).toHaveLength(1)
    fake.outcome = {kind: 'done'}
    await user.click(screen.getByRole('button', {name: 'Save'}))
    await waitFor(() => expect(drafts()).toEqual([]))
    await user.type(title(), 'y')
    screen.getByRole('link', {name: 'Cancel'}).addEventListener('click', event => event.preventDefault())
    await user.click(screen.getByRole('link', {name: 'Cancel'}))
    await user.click(leave())
    expect(drafts()).toEqual([])
  })

  it('is kept if the session has expired: the response is the sign-in page', async () => {
    const {user, fake} = open()
    await user.type(title(), 'x')
    const {shell} = formPage(data)
    const entry = {heading: '', intro: '', notice: null, form: null, links: [], demo: [], pendingForm: null}
    act(() => {
      fake.outcome = {kind: 'done'}
    })
    await user.click(screen.getByRole('button', {name: 'Save'}))
    await user.type(title(), 'y')
    fake.show({...formPage(data), shell, screen: 'entry', signsIn: true, data: entry})
    await waitFor(() => expect(drafts()).toHaveLength(1))
  })

  it('is not mentioned if it equals the form', async () => {
    const {user, unmount} = open()
    await user.type(title(), 'x')
    unmount()
    open({...data, fields: data.fields.map(each => (each.name === 'title' ? {...each, values: ['x']} : each))})
    expect(screen.queryByText('We restored your unsaved changes.')).toBeNull()
  })

  it('includes its version, so that saving detects the changes of others', async () => {
    const {user, unmount} = open({...data, version: 3})
    await user.type(title(), 'x')
    unmount()
    const {fake, user: again} = open({...data, version: 4})
    await again.click(screen.getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0])).toContainEqual(['_version', '3'])
  })
})

describe('a form that is hydrated late', () => {
  async function hydrate(before: (container: HTMLElement) => void) {
    const container = document.createElement('div')
    document.body.append(container)
    const page = formPage(data)
    const tree = (
      <Frame page={page}>
        <FormScreen data={data} />
      </Frame>
    )
    container.innerHTML = renderToString(tree)
    watchTyping(container)
    before(container)
    const root = await act(async () => hydrateRoot(container, tree))
    onTestFinished(() => {
      act(() => root.unmount())
      container.remove()
    })
    return within(container)
  }
  const type = (control: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    control.value = text
    control.dispatchEvent(new Event('input', {bubbles: true}))
  }

  it('keeps earlier input, and makes a draft of it', async () => {
    const {getByLabelText} = await hydrate(container => {
      type(within(container).getByLabelText<HTMLInputElement>('Title'), 'early')
      type(within(container).getByLabelText<HTMLTextAreaElement>(/Story/), 'early too')
      within(container).getByLabelText<HTMLInputElement>('Urgent').checked = true
    })
    expect(getByLabelText<HTMLInputElement>('Title').value).toBe('early')
    expect(getByLabelText<HTMLTextAreaElement>(/Story/).value).toBe('early too')
    expect(getByLabelText<HTMLInputElement>('Urgent').checked).toBe(true)
    expect(drafts()).toHaveLength(1)
  })

  it('restores its draft, but not over newer input, and keeps the focus', async () => {
    const {user, unmount} = open()
    await user.type(title(), 'older')
    await user.type(story(), ' upon a time')
    unmount()
    const {getByLabelText, getByText} = await hydrate(container => {
      const control = within(container).getByLabelText<HTMLInputElement>('Title')
      control.focus()
      type(control, 'newer')
    })
    expect(getByText('We restored your unsaved changes.')).toBeTruthy()
    expect(getByLabelText<HTMLInputElement>('Title').value).toBe('newer')
    expect(getByLabelText<HTMLTextAreaElement>(/Story/).value).toBe('once upon a time')
    await hasFocus(() => getByLabelText('Title'))
  })
})

describe('a rejection', () => {
  const problems = [
    {field: 'title', label: 'Title', message: 'Enter a title.'},
    {field: null, message: 'Not today.'},
  ]
  const refused = formPage({...data, problems}, {status: 422})

  it('is shown at the top and at the field, until the field is edited; refreshed data does not remove it', async () => {
    const {user, fake} = open()
    fake.outcome = {kind: 'refused', page: refused}
    await user.click(screen.getByRole('button', {name: 'Save'}))
    const summary = await screen.findByRole('alert')
    expect(within(summary).getByRole('heading').textContent).toBe('There are 2 problems')
    expect(within(summary).getByRole('link', {name: 'Title: Enter a title.'}).getAttribute('href')).toBe('#field-title')
    expect(title().getAttribute('aria-invalid')).toBe('true')
    await act(async () => fake.show(formPage(data, {once: 'another'})))
    expect(screen.getByText('Enter a title.', {selector: '.problem'})).toBeTruthy()
    await user.type(title(), 'x')
    expect(title().getAttribute('aria-invalid')).toBeNull()
    expect(screen.queryByText('Enter a title.', {selector: '.problem'})).toBeNull()
    expect(within(summary).getByText('Title: Enter a title.').closest('li')?.className).toBe('edited')
  })

  it('disables the buttons until it arrives', async () => {
    const page = formPage(data)
    const fake = new FakeRouter(page)
    let finish = (_outcome: ActionOutcome) => {}
    const submit = () =>
      new Promise<ActionOutcome>(resolve => {
        finish = resolve
      })
    const {user} = renderIn(<Screen />, {page, router: {...fake.router, submit}})
    const save = screen.getByRole('button', {name: 'Save'})
    await user.click(save)
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
    finish({kind: 'unreachable'})
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBeNull())
  })
})

describe('the preview', () => {
  const hints: HintsData = {
    facts: [{key: 'days', label: 'Days', help: '', text: ''}],
    after: null,
    problems: [],
  }
  const withHints = {...data, hints}
  const preview = (more: Partial<HintsData>) => ({
    kind: 'answer' as const,
    answer: formPage({...data, hints: {...hints, ...more}}),
  })

  it('is shown at touched fields and for the whole form, with computed values; only the fields are sent', async () => {
    const {user, fake} = open(withHints)
    fake.preview = preview({
      facts: [{key: 'days', label: 'Days', help: '', text: '2.5'}],
      problems: [
        {field: 'title', message: 'Too short.'},
        {field: 'mood', message: 'Untouched.'},
        {field: null, message: 'Someone else has this day.'},
      ],
    })
    await user.type(title(), 'x')
    expect(await screen.findByText('2.5')).toBeTruthy()
    expect(screen.getByText('Too short.').id).toBe('field-title-hint')
    expect(screen.getByText('Someone else has this day.')).toBeTruthy()
    expect(screen.queryByText('Untouched.')).toBeNull()
    // On a slow machine the preview is also requested before anything is typed.
    const asked = () => Object.fromEntries(fake.previews.at(-1) ?? [])
    await waitFor(() =>
      expect(asked()).toEqual({title: 'x', story: 'once', urgent: 'no', mood: '', _action: '_preview'}),
    )
  })

  it('of rules that need only the form is there without the server, once their fields are filled in', async () => {
    const field = (name: string): Core => ({
      op: 'field',
      of: {op: 'this', entity: 'Order', type: {kind: 'reference', entity: 'Order'}},
      entity: 'Order',
      field: name,
      type: textType,
    })
    const must: Core = {op: 'compare', by: '!=', left: field('title'), right: field('story'), type: booleanType}
    const message = 'The title is the same as the story.'
    const local: LocalRules = {
      types: {title: textType, story: textType},
      rules: [{field: 'title', when: null, must, message}],
      zone: 'Europe/Lisbon',
      workingWeek: [1, 2, 3, 4, 5],
    }
    const {user, fake} = open({...data, hints: {...hints, local}})
    fake.preview = {kind: 'unreachable'}
    await user.type(title(), 'once')
    expect((await screen.findByText(message)).id).toBe('field-title-hint')
    await user.type(title(), ' more')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
    await user.clear(story())
    await user.clear(title())
    expect(screen.queryByText(message)).toBeNull()
  })

  it('code 19: is requested again if the navigation that has stopped it leads nowhere', async () => {
    const {fake} = open(withHints)
    await waitFor(() => expect(fake.previews).toHaveLength(1))
    act(() => {
      fireEvent.input(title(), {target: {value: 'x'}})
      fake.navigating(true)
    })
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(fake.previews).toHaveLength(1)
    act(() => fake.navigating(false))
    await waitFor(() => expect(fake.previews.at(-1)?.get('title')).toBe('x'))
  })

  it('D36: is no longer requested once the form is left', async () => {
    const {fake} = open(withHints)
    await waitFor(() => expect(fake.previews).toHaveLength(1))
    // Both at once: on a slow machine the preview would be requested in between.
    fireEvent.change(title(), {target: {value: 'x'}})
    fireEvent.click(leave())
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(fake.previews).toHaveLength(1)
  })
})

describe('a conflict', () => {
  const conflict = {who: 'Hana', when: 'now', fields: [{name: 'title', theirs: 'Hers', take: 'theirs' as const}]}

  it('offers both versions; editing one’s own chooses it', async () => {
    const fields = data.fields.map(each => (each.name === 'title' ? {...each, values: ['Mine']} : each))
    const {user, fake} = open({...data, fields, conflict, version: 2}, {status: 409})
    const versions = within(screen.getByRole('group', {name: 'Title'}))
    expect(versions.getByRole<HTMLInputElement>('radio', {name: /Current version/}).checked).toBe(true)
    await user.type(title(), '!')
    expect(versions.getByRole<HTMLInputElement>('radio', {name: 'Your version'}).checked).toBe(true)
    await user.click(versions.getByText('Hers'))
    await user.click(screen.getByRole('button', {name: 'Save'}))
    expect(sentBy(fake.sent[0])).toContainEqual(['_take.title', 'theirs'])
  })
})
