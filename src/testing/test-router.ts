/** The router of a rendered test: what the page sends is answered by the test, and the page shows what it answers. */
import type {Problem} from '../engine/page/common.ts'
import type {PageMessages} from '../messages/index.ts'
import type {CodeScreenPage} from '../screens/code/blank.ts'
import type {CodeAction, CodeData, CodeRefusal} from '../screens/code/data.ts'
import type {ActionOutcome, CurrentPage, Router, RouterStatus, Submission} from '../web/router/types.ts'

type SentValue = string | readonly string[]

export interface SentByPage {
  readonly action: string
  /** The id of the record; null without one. */
  readonly record: string | null
  readonly input: Readonly<Record<string, SentValue>>
}

/** What is wrong: a sentence, or problems with their fields. Without an answer it was done. */
export interface TestRefusal {
  readonly refused: string | readonly Pick<Problem, 'field' | 'message'>[]
}

interface TestRouterOptions {
  readonly page: CodeScreenPage
  readonly messages: PageMessages
  readonly answer: (sent: SentByPage) => Promise<TestRefusal | null>
}

const unsubscribe = () => {}

export class TestRouter implements Router {
  readonly enabled = true
  /** What was sent, and where the page has gone. */
  readonly sent: SentByPage[] = []
  readonly visited: string[] = []
  readonly #options: TestRouterOptions
  #shown: CurrentPage
  #page: CodeScreenPage
  #status: RouterStatus = {navigation: {state: 'idle'}, failure: null, announcement: '', overtaken: false}
  readonly #listeners = new Set<(current: CurrentPage, urgent: boolean) => void>()
  readonly #statusListeners = new Set<() => void>()
  readonly #commits = new Map<CurrentPage, () => void>()

  constructor(options: TestRouterOptions) {
    this.#options = options
    this.#page = options.page
    this.#shown = {page: options.page, messages: options.messages, pageKey: 0, inPlace: false, changed: null}
  }

  readonly current = (): CurrentPage => this.#shown

  readonly subscribe: Router['subscribe'] = listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly status = (): RouterStatus => this.#status

  readonly subscribeStatus: Router['subscribeStatus'] = listener => {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  /** Fresh data of the same page: what was typed, and the state of components, stay. */
  async show(data: CodeData, status = 200): Promise<void> {
    const page = {...this.#page, data, status}
    this.#page = page
    const next = {...this.#shown, page}
    this.#shown = next
    if (this.#listeners.size === 0) return
    await new Promise<void>(done => {
      this.#commits.set(next, done)
      for (const listener of this.#listeners) listener(next, true)
    })
  }

  committed(current: CurrentPage): void {
    for (const [each, done] of this.#commits) {
      this.#commits.delete(each)
      done()
      if (each === current) break
    }
  }

  async submit({form, onSaved}: Submission): Promise<ActionOutcome> {
    const sent = sentIn(form)
    this.sent.push(sent)
    this.#say({state: 'submitting'})
    const answer = await this.#options.answer(sent)
    this.#say({state: 'idle'})
    const {data} = this.#page
    if (answer) {
      await this.show(refusedIn(data, sent, problemsOf(answer)), 422)
      return {kind: 'refused', page: this.#page}
    }
    onSaved?.()
    await this.show(refusedIn(data, sent, null))
    return {kind: 'done'}
  }

  navigate(url: string): void {
    this.visited.push(url)
  }

  refresh = async () => true
  prefetch = () => {}
  load: Router['load'] = async () => ({kind: 'unreachable'})
  preview: Router['preview'] = async () => ({kind: 'unreachable'})
  keepInput = () => unsubscribe
  failureReference = () => null

  #say(navigation: RouterStatus['navigation']): void {
    this.#status = {...this.#status, navigation}
    for (const listener of this.#statusListeners) listener()
  }
}

function sentIn(form: FormData): SentByPage {
  const names = [...new Set(form.keys())].filter(name => !name.startsWith('_'))
  const textOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.name)
  const input = names.map((name): [string, SentValue] => {
    const [first = '', ...more] = form.getAll(name).map(textOf)
    return [name, more.length === 0 ? first : [first, ...more]]
  })
  const record = form.get('_record')
  return {
    action: String(form.get('_action')),
    record: typeof record === 'string' ? record : null,
    input: Object.fromEntries(input),
  }
}

const problemsOf = ({refused}: TestRefusal): CodeRefusal['problems'] =>
  typeof refused === 'string' ? [{field: null, message: refused}] : refused

/** The form is shown again where it was sent from, with what was typed; that of an earlier refusal is gone. */
function refusedIn(data: CodeData, sent: SentByPage, problems: CodeRefusal['problems'] | null): CodeData {
  const actions = Object.entries(data.actions).map(([name, action]): [string, CodeAction] => {
    const isIt = name === sent.action && problems !== null
    return [name, {...action, refused: isIt ? {record: sent.record, problems, fields: typed(action, sent)} : null}]
  })
  return {...data, actions: Object.fromEntries(actions)}
}

const typed = ({fields}: CodeAction, {input}: SentByPage): CodeAction['fields'] =>
  fields.map(field => {
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined
    return given === undefined ? field : {...field, values: typeof given === 'string' ? [given] : given}
  })
