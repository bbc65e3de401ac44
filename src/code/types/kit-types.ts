/** The types of `nonet/screen`, which every application has; those of its screens are beside them (`screen-types.ts`). */

export const kitTypes = `  import type {ComponentProps, ReactNode} from 'react'

  /** The id of a record. A plain text fits, and the id of a record of another entity does not. */
  type Id<Entity extends string> = string & {readonly entity?: Entity}
  /** Another record, by its name. */
  interface Reference<Entity extends string> { readonly id: Id<Entity>; readonly name: string }
  interface Row<Entity extends string> {
    readonly id: Id<Entity>
    readonly version: number
    /** The actions that are possible on it now. */
    readonly can: readonly string[]
    /** What people read, by path, where it is not the value itself. */
    readonly shown: Readonly<Record<string, string>>
  }
  interface Rows<R> { readonly rows: readonly R[]; readonly more: boolean }
  interface Page<R> { readonly rows: readonly R[]; readonly page: number; readonly pages: number; readonly count: number }
  interface Groups<Value> {
    readonly groups: readonly {readonly value: Value | null; readonly label: string; readonly number: number}[]
    readonly more: boolean
  }
  interface Problem { readonly field: string | null; readonly label?: string; readonly message: string }
  /** An action of the document. \`Of\` is the entity of its record, null without one; \`Input\` is what it takes. */
  interface Action<Of extends string | null, Input> {
    readonly name: string
    readonly label: string
    readonly can: boolean
    readonly of: Of
    readonly input?: Input
  }
  type AnyAction = Action<string | null, object>
  type RecordOf<A> = A extends Action<infer Of, infer _> ? (Of extends string ? Row<Of> : null) : never
  type InputOf<A> = A extends Action<infer _, infer Input> ? Input : never

  /** What the component of a screen gets, by the name of the screen. */
  type ScreenProps<Name extends keyof Screens> = Screens[Name]
  type DataOf<Name extends keyof Screens> = Screens[Name]['data']
  /** A row of a list, or the record, of a screen. */
  type RowOf<Name extends keyof Screens, Data extends keyof DataOf<Name>> =
    NonNullable<DataOf<Name>[Data]> extends {readonly rows: readonly (infer R)[]} ? R : NonNullable<DataOf<Name>[Data]>
  /** A link may also get the record itself. */
  type Linked<Entity extends string> = Id<Entity> | {readonly id: Id<Entity>}
  type ActionOf<Name extends keyof Screens, A extends keyof Screens[Name]['actions']> = Screens[Name]['actions'][A]

  function can<A extends AnyAction>(action: A, row?: NonNullable<RecordOf<A>>): boolean
  function useAction<A extends AnyAction>(action: A): {
    readonly submit: (
      row: RecordOf<A>,
      input?: Partial<InputOf<A>>,
      options?: {readonly optimistic?: () => void},
    ) => Promise<boolean>
    readonly pending: boolean
    readonly problems: readonly Problem[]
    readonly problemOf: (field: string & keyof InputOf<A>) => string | null
  }
  function ActionForm<A extends AnyAction>(props: {
    readonly action: A
    readonly initial?: Readonly<Partial<Record<keyof InputOf<A>, string>>>
    readonly fixed?: Readonly<Partial<Record<keyof InputOf<A>, string>>>
    readonly optimistic?: (form: FormData) => void
    readonly onDone?: () => void
    readonly className?: string
    readonly children?: ReactNode | ((parts: {
      readonly Field: (props: {name: string & keyof InputOf<A>}) => ReactNode
      readonly defaultOf: (name: string & keyof InputOf<A>) => string
      readonly problemOf: (name: string & keyof InputOf<A>) => string | null
      readonly problems: readonly Problem[]
    }) => ReactNode)
  } & (RecordOf<A> extends null ? {readonly record?: never} : {readonly record: RecordOf<A>})): ReactNode
  function Submit(props: {action: AnyAction; children?: ReactNode}): ReactNode
  function usePending(): boolean
  /** The address of a screen, by its name: values in the order of the document, without those that are defaults. */
  function href<Name extends keyof Addresses>(
    screen: Name,
    ...values: object extends Addresses[Name] ? [values?: Addresses[Name]] : [values: Addresses[Name]]
  ): string
  /** The values of the query, which are the names of its fields. Those without a field are left out. */
  function AddressForm(props: {
    readonly submitOnChange?: boolean
    readonly className?: string
    readonly children: ReactNode
  }): ReactNode
  interface FieldProps {
    readonly label: string
    readonly name: string
    readonly value?: string | number | null
    readonly help?: string
    readonly min?: string | number
    readonly max?: string | number
  }
  function TextField(props: FieldProps): ReactNode
  function NumberField(props: FieldProps): ReactNode
  function DateField(props: FieldProps): ReactNode
  function TimeField(props: FieldProps): ReactNode
  function SelectField(props: {
    readonly label: string
    readonly name: string
    readonly value?: string | null
    readonly help?: string
    readonly options: readonly {readonly value: string; readonly label: string}[]
    /** The option without a value; by default there is none. */
    readonly none?: string
  }): ReactNode
  /** Of the screen that is named; without a name, any of the application. */
  function useAddress<Name extends keyof Screens>(): [Screens[Name]['address'], (change: Queries[Name]) => void]
  function useFormat(): {
    readonly language: string
    readonly number: (value: number, options?: Intl.NumberFormatOptions) => string
    readonly date: (value: string, options?: Intl.DateTimeFormatOptions) => string
  }
  /** Who is signed in, with the fields that the document names for every page. */
  function usePerson(): Person | null
  function useNavigation(): unknown
  function useHydrated(): boolean
  /** Shows another page instead; the status is that of a redirect. */
  function redirect(to: string): never
  /** Shows the page for what does not exist, with its status. */
  function notFound(): never
  function Value<R extends Row<string>>(props: {of: R; name: string}): ReactNode
  function DataTable(props: {rows: readonly Row<string>[]; columns?: readonly string[]}): ReactNode
  function Pager(props: {of: Page<Row<string>>}): ReactNode
  type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
    readonly href: string
    readonly reloadDocument?: boolean
    /** The page stays where it is, as with other values of its address. */
    readonly keepPlace?: boolean
  }
  function Link(props: LinkProps): ReactNode
  function Button(props: ComponentProps<'button'> & {readonly tone?: 'primary' | 'plain' | 'danger'}): ReactNode
  function ButtonLink(props: LinkProps & {readonly tone?: 'primary' | 'plain' | 'danger'}): ReactNode
  function Notice(props: {readonly tone?: 'info' | 'bad'; readonly children: ReactNode}): ReactNode
  /** What the component of a layout gets: its main part, which has the element \`main\`. */
  interface LayoutProps { readonly children: ReactNode }
  /** What the component of a missing page or an error page gets. */
  interface ErrorPageProps {
    readonly status: number
    readonly heading: string
    readonly message: string
    /** Of the failure, in the log. */
    readonly reference: string | null
  }
  interface LinkData { readonly label: string; readonly href: string }
  function useShell(): {
    readonly product: string
    readonly description: string
    readonly language: string
    readonly home: string
    readonly menu: readonly {
      readonly title: string | null
      readonly items: readonly (LinkData & {readonly count: string | null})[]
    }[]
    readonly signIn: LinkData | null
    readonly account: string | null
  }
  /** The path of the page. */
  function usePath(): string
  function SignOut(props: {readonly to?: string; readonly className?: string; readonly children: ReactNode}): ReactNode
  function Notices(): ReactNode
  function PageHead(props: {readonly children: ReactNode; readonly className?: string}): ReactNode
  function Avatar(props: {readonly id: string; readonly name: string}): ReactNode
  function Dialog(props: {
    readonly label: string
    readonly className?: string
    readonly onClose: () => void
    readonly children: ReactNode
  }): ReactNode
  function Popover(props: {
    readonly button: ReactNode
    readonly buttonClass?: string
    readonly className?: string
    readonly label?: string
    readonly children: ReactNode
  }): ReactNode
`
