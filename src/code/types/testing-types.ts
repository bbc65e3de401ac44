/** The types of `nonet/testing` and `nonet/vitest`, by the screens of the application. */

export const testingTypes = `declare module 'nonet/testing' {
  import type {Addresses, Groups, InputOf, Page, Problem, RecordOf, Row, Rows, Screens} from 'nonet/screen'

  /** A row has what the test names; everything else of it is empty. */
  type GivenRow<R> = {readonly [K in keyof R]?: R[K] extends Rows<infer N> ? readonly GivenRow<N>[] : R[K]}
  type Given<D> = D extends Page<infer R>
    ? readonly GivenRow<R>[] | (Partial<Omit<Page<R>, 'rows'>> & {readonly rows: readonly GivenRow<R>[]})
    : D extends Rows<infer R>
      ? readonly GivenRow<R>[] | {readonly rows: readonly GivenRow<R>[]; readonly more?: boolean}
      : D extends Groups<infer V>
        ? Groups<V>['groups'] | Groups<V>
        : D extends number | null
          ? D
          : GivenRow<D>
  interface GivenData<Name extends keyof Screens> {
    /** Lists can be plain lists. What is not given is empty. */
    readonly data?: {readonly [K in keyof Screens[Name]['data']]?: Given<Screens[Name]['data'][K]>}
    /** By default its values are those without a query. */
    readonly address?: Partial<Screens[Name]['address']>
    /** What is possible, on a record by what it has. By default no action on a record is. */
    readonly can?: {readonly [A in keyof Screens[Name]['actions']]?: boolean | ((row: any) => boolean)}
  }
  interface GivenPerson { readonly name?: string; readonly roles?: readonly string[] }
  interface SentAction {
    readonly action: string
    /** The id of the record; null without one. */
    readonly record: string | null
    readonly input: Readonly<Record<string, string | readonly string[]>>
  }
  /** A sentence, or problems with their fields. */
  interface Refusal {
    readonly refused: string | readonly {readonly field: string | null; readonly message: string}[]
  }
  interface GivenScreen<Name extends keyof Screens> extends GivenData<Name> {
    /** Null is a visitor; by default it is a person with the roles of the screen. */
    readonly person?: GivenPerson | null
    readonly language?: string
    /** Answers what the page sends, with a refusal or with nothing. */
    readonly onAction?: (sent: SentAction) => Refusal | null | undefined | void | Promise<Refusal | null | undefined | void>
  }
  interface RenderedScreen<Name extends keyof Screens> {
    /** As the server sends it. */
    readonly html: string
    /** 200, or that of \`redirect\` or \`notFound\`. */
    readonly status: number
    readonly redirect: string | null
    /** The hydrated page, in the document. */
    readonly container: HTMLElement
    readonly sent: readonly SentAction[]
    /** The addresses that the page has asked for. */
    readonly visited: readonly string[]
    /** Fresh data, as after a change: what is not given stays as it is, and so does the state of the page. */
    readonly update: (given: GivenData<Name>) => Promise<void>
    readonly unmount: () => Promise<void>
  }
  /** Renders a screen as the server does, and hydrates it. What own code throws, and what differs on both sides, fails the test. */
  function renderScreen<Name extends keyof Screens>(screen: Name, given?: GivenScreen<Name>): Promise<RenderedScreen<Name>>

  interface AnyScreen {
    readonly data: Readonly<Record<string, any>>
    readonly actions: Readonly<Record<string, any>>
    readonly address: Readonly<Record<string, any>>
  }
  interface OpenPage<S extends AnyScreen> {
    readonly status: number
    readonly url: string
    readonly title: string
    readonly data: S['data']
    readonly actions: S['actions']
    readonly address: S['address']
    can<A extends keyof S['actions'] & string>(action: A, row?: Row<string>): boolean
    /** Does it as the page does: with a row, or null for an action about no record. */
    act<A extends keyof S['actions'] & string>(
      action: A,
      row?: RecordOf<S['actions'][A]>,
      input?: Partial<InputOf<S['actions'][A]>>,
    ): Promise<{
      readonly ok: boolean
      readonly status: number
      readonly problems: readonly Problem[]
      readonly page: OpenPage<S>
    }>
    /** As people without JavaScript get it. */
    html(): Promise<string>
  }
  interface Visitor {
    /** A screen by its name, or an address. */
    open<Name extends keyof Addresses>(
      screen: Name,
      values?: Addresses[Name],
    ): Promise<OpenPage<Name extends keyof Screens ? Screens[Name] : AnyScreen>>
    open(path: \`/\${string}\`): Promise<OpenPage<AnyScreen>>
    html(path: string): Promise<string>
  }
  interface Changed { readonly id: string; readonly version: number }
  type Fields = Readonly<Record<string, any>>
  type Target = string | {readonly id: string; readonly version?: number}
  interface TestApp {
    /** Someone who is not signed in. */
    visitor(): Visitor
    /** A new person, signed in; \`fields\` are those of User besides. */
    person(person: {
      readonly name: string
      readonly roles?: readonly string[]
      readonly email?: string
      readonly fields?: Fields
    }): Promise<Visitor & {readonly id: string}>
    /** A person who is there. */
    signedIn(email: string): Promise<Visitor & {readonly id: string}>
    /** With all permissions, as the rules of the document allow. */
    readonly records: {
      find(entity: string, record: Target): Promise<Fields | null>
      list(entity: string, options?: {
        readonly where?: Fields
        readonly sort?: string
        readonly limit?: number
      }): Promise<readonly Fields[]>
      create(entity: string, fields: Fields): Promise<Changed>
      update(entity: string, record: Target, fields: Fields): Promise<Changed>
      delete(entity: string, record: Target): Promise<void>
      perform(entity: string, record: Target, action: string, fields?: Fields): Promise<Changed>
    }
    /** Runs the effects of what was done; those that have failed are the answer. */
    runEffects(): Promise<readonly {readonly effect: string; readonly gaveUp: boolean; readonly problem: string | null}[]>
    advance(milliseconds: number): void
    /** What the server has written to its log because it failed. */
    readonly failures: readonly unknown[]
    stop(): Promise<void>
  }
  /** The application with its own code, on a database in memory that ends with the test. */
  function startApp(options?: {
    /** The moment at which it begins: 2026-03-11T09:00:00Z. */
    readonly now?: string
    readonly demo?: boolean
    /** For the secrets of effects. */
    readonly environment?: Readonly<Record<string, string>>
    /** Answers what effects request from other hosts. */
    readonly fetch?: (request: Request) => Response | Promise<Response>
  }): Promise<TestApp>
}
declare module 'nonet/vitest' {
  /** A plugin for \`plugins\` in vitest.config.ts. \`document\` is the folder of the document, by default that of the file. */
  export default function nonet(options?: {readonly document?: string}): any
}
`
