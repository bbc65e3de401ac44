/** Data of forms for component tests, and a router whose pages and responses the test controls. */
import {useState} from 'react'
import type {Page} from '../../src/engine/page/frame.ts'
import type {FormFieldData, FormScreenData} from '../../src/features/forms/data.ts'
import {messagesFor} from '../../src/screens/messages.ts'
import type {PageResult} from '../../src/web/router/client.ts'
import type {ActionOutcome, CurrentPage, Router, RouterStatus, Submission} from '../../src/web/router/types.ts'
import {pageWith} from './render.tsx'

export function field(name: string, more: Partial<FormFieldData> = {}): FormFieldData {
  return {
    name,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    help: '',
    required: true,
    control: 'line',
    attributes: {},
    options: null,
    values: [],
    ...more,
  }
}

export function formData(more: Partial<FormScreenData> = {}): FormScreenData {
  return {
    heading: 'New order',
    intro: '',
    back: null,
    about: [],
    version: null,
    fields: [],
    lineItems: [],
    problems: [],
    conflict: null,
    actions: [{name: 'create', label: 'Save', tone: 'primary'}],
    cancel: '/orders',
    hints: null,
    ...more,
  }
}

export function formPage(data: FormScreenData, more: Partial<Page> = {}): Page {
  return Object.assign(pageWith({screen: 'form', data}), {url: '/orders/new'}, more)
}

/** Shows other pages on demand, and responds to actions with a given result. */
export class FakeRouter {
  readonly sent: Submission[] = []
  readonly previews: globalThis.FormData[] = []
  readonly loads: string[] = []
  outcome: ActionOutcome = {kind: 'done'}
  /** Responses to actions wait for this. */
  hold: Promise<void> = Promise.resolve()
  /** Data of other addresses waits for this. */
  holdLoads: Promise<void> = Promise.resolve()
  loaded: PageResult = {kind: 'unreachable'}
  preview: PageResult = {kind: 'unreachable'}
  private navigation: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: '', overtaken: false}
  private readonly statusListeners = new Set<() => void>()
  private shown: CurrentPage
  private readonly listeners = new Set<(shown: CurrentPage, urgent: boolean) => void>()

  constructor(page: Page) {
    this.shown = {page, messages: messagesFor(page.shell.language), pageKey: 0, inPlace: false, changed: null}
  }

  /** New data of the same page, or the response to an action; `inPlace` for a filter or the record next to a list. */
  show(page: Page, {inPlace = false} = {}): void {
    this.shown = {...this.shown, page, inPlace}
    for (const listener of this.listeners) listener(this.shown, true)
  }

  /** Another page is being loaded, or no longer. */
  navigating(loading: boolean): void {
    const state = loading ? ({state: 'loading', to: '/other', search: ''} as const) : ({state: 'idle'} as const)
    this.navigation = {...this.navigation, navigation: state}
    for (const listener of this.statusListeners) listener()
  }

  get router(): Partial<Router> {
    return {
      status: () => this.navigation,
      subscribeStatus: listener => {
        this.statusListeners.add(listener)
        return () => this.statusListeners.delete(listener)
      },
      enabled: true,
      current: () => this.shown,
      subscribe: listener => {
        this.listeners.add(listener)
        return () => this.listeners.delete(listener)
      },
      submit: async submission => {
        this.sent.push(submission)
        await this.hold
        if (this.outcome.kind === 'refused' && !submission.refusedInPlace) this.show(this.outcome.page)
        return this.outcome
      },
      load: async url => {
        this.loads.push(url)
        await this.holdLoads
        return this.loaded
      },
      preview: async form => {
        this.previews.push(form)
        return this.preview
      },
    }
  }
}

/** A component that can be unmounted and mounted again. */
export function Leavable({children}: {children: React.ReactNode}) {
  const [there, setThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setThere(!there)}>
        {there ? 'Leave' : 'Return'}
      </button>
      {there && children}
    </>
  )
}

export const sentBy = (submission: Submission | undefined) => [...(submission?.form ?? [])]
