/** Point 7: the calls that an application answers and makes, and what their requests and answers look like. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core, Json} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {FieldUse} from '../entities/field-type.ts'
import type {Field} from '../entities/model.ts'
import type {FieldPath, For, Route, ScreenSort} from '../screens/model.ts'
import type {Sentence} from '../template.ts'

export interface Calls {
  readonly calls: readonly Call[]
  readonly settings: CallSettings
  /** The document's own shape of refusals; null: problem details after RFC 9457. */
  readonly errors: ErrorShape | null
  /** The calls that the application makes itself, with the effect `call`. */
  readonly events: readonly OutgoingCall[]
  /** The names of events that no action causes, so that it is not known what they are about. */
  readonly uncaused: readonly Text[]
}

/** What holds for all calls. */
export interface CallSettings {
  /** The word before a token in the header `Authorization`. */
  readonly scheme: string
  /** Other sites whose pages may use the calls. */
  readonly origins: readonly string[] | 'any'
  /** Whether keys of a request that no shape names are passed over; else they are refused. */
  readonly ignoresUnknownKeys: boolean
  /** The only hosts that outgoing calls are made to: `hooks.example.com`, `*.example.com`, `erp.example.com:8443`. */
  readonly hosts: readonly string[]
  /** Who sees the outgoing calls that failed; null: operators alone. */
  readonly failures: For | null
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Operation =
  | {readonly kind: 'list' | 'one' | 'create' | 'update' | 'delete'; readonly entity: string}
  | {readonly kind: 'action'; readonly entity: string; readonly action: string}
  /** On several records, which the request names; `delete` is one of the actions. */
  | {readonly kind: 'several'; readonly entity: string; readonly action: string}
  | {readonly kind: 'sign in' | 'sign up' | 'sign out'; readonly entity: string}

export interface Call extends Place {
  readonly name: string
  readonly method: Method
  readonly route: Route
  readonly operation: Operation
  readonly for: For
  /** What the parameters of the path mean, in their order. */
  readonly keys: readonly CallKey[]
  /** It is about the record of the acting person. */
  readonly own: boolean
  readonly where: {readonly core: Core; readonly text: Text} | null
  readonly list: CallList
  /** Values that a new or changed record gets besides those of the request. */
  readonly sets: readonly SetValue[]
  /** The action that follows in the same step. */
  readonly follows: string | null
  readonly status: number
  /** As those of `### Errors`, for this call alone. */
  readonly errorKeys: ReadonlyMap<string, string>
  readonly request: RequestShape | null
  /** Whether the request follows from the entity, and not from the document. */
  readonly derivesRequest: boolean
  /** Null: the answer has no content. */
  readonly answer: Shape | null
  readonly source: {readonly name: Text; readonly path: Text; readonly does: Text; readonly roles: Text}
}

/** A parameter of the path: the value at a path of fields, which begins at the record of the call. */
export interface CallKey {
  readonly parameter: string
  readonly path: FieldPath
  readonly core: Core
  readonly type: Type
  /** The reference that the path begins with, and how its record is found; null for a field of the record itself. */
  readonly through: {readonly field: string; readonly entity: string; readonly core: Core} | null
}

export type Paging = 'cursor' | 'offset' | 'none'

export interface CallList {
  readonly sort: readonly ScreenSort[]
  /** Filters with the names and values of page addresses. */
  readonly filters: readonly FieldPath[]
  /** Filters under names of their own, by equality. */
  readonly equals: readonly CallFilter[]
  readonly search: readonly FieldPath[]
  readonly paging: Paging
  readonly size: number
  readonly largest: number
}

/** `tag = tags.name`: the value, or one of the values, is the one in the address. */
export interface CallFilter {
  readonly key: string
  readonly core: Core
  /** Of one value. */
  readonly type: Type
  readonly several: boolean
}

export interface SetValue {
  readonly field: string
  /** It may name what the request brought, as inputs. */
  readonly core: Core
}

/** What an answer is made of. */
export type Shape =
  | {readonly kind: 'constant'; readonly json: Json}
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, Shape])[]}
  | {readonly kind: 'array'; readonly items: readonly Shape[]}
  | ValueShape
  | {readonly kind: 'text'; readonly pieces: readonly (string | ValueShape | OwnShape)[]}
  | NestedShape
  | OwnShape
  /** The records of a list. */
  | {readonly kind: 'records'; readonly each: Shape}

export interface ValueShape {
  readonly kind: 'value'
  readonly core: Core
  /** How the value, or each item of a list, is written as JSON. */
  readonly use: FieldUse
  readonly text: Text
  /** A single field of the record, by its name. */
  readonly field: string | null
}

/** Another record, or several, in a shape of their own; its expressions begin there. */
export interface NestedShape {
  readonly kind: 'nested'
  readonly core: Core
  readonly entity: string
  readonly several: boolean
  readonly name: string
  readonly shape: Shape
  readonly text: Text
}

/** What the call itself knows. */
export interface OwnShape {
  readonly kind: 'own'
  readonly name: OwnValue
}

export const listValues = ['count', 'next', 'previous', 'limit', 'offset'] as const
/** What an outgoing call knows of itself. */
export const callValues = ['call.id', 'call.name', 'call.action', 'call.at', 'call.says', 'call.link'] as const
export type OwnValue = (typeof listValues)[number] | (typeof callValues)[number] | 'token'

/** What a request may hold. */
export type RequestShape =
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, RequestShape])[]}
  | {readonly kind: 'constant'; readonly json: Json}
  | RequestField
  | {readonly kind: 'password'}
  /** The records of an action on several. */
  | {readonly kind: 'records'}

export interface RequestField {
  readonly kind: 'field'
  readonly field: Field
  /** Whether the request is wrong without it. */
  readonly required: boolean
  /** The unique field by which referenced records are named; null: by their id or name. */
  readonly by: Field | null
  /** Whether records that do not exist yet are created. */
  readonly creates: boolean
}

/** A call that the application makes: an event, which actions cause with `call name`. */
export interface OutgoingCall extends Place {
  readonly name: string
  readonly method: Method
  readonly address: readonly AddressPiece[]
  /** Of the records that it is about: that of the actions that cause it. */
  readonly entity: string
  /** Null: it is sent without one. */
  readonly body: Shape | null
  /** The sentence `{call.says}`; null: what the action says. */
  readonly says: Sentence | null
  /** What the answer sets in the record. */
  readonly sets: readonly AnswerSet[]
  /** The variable of the environment with the secret that signs it. */
  readonly secret: string | null
  readonly headers: readonly OutgoingHeader[]
  /** Whether it is left out where the environment has not all its variables. */
  readonly optional: boolean
  readonly source: {readonly name: Text; readonly address: Text}
}

export type AddressPiece = string | EnvironmentPiece | ValueShape

/** `{env.NAME}` */
export interface EnvironmentPiece {
  readonly kind: 'environment'
  readonly name: string
}

export interface OutgoingHeader {
  readonly name: string
  readonly pieces: readonly (string | EnvironmentPiece | OwnShape)[]
}

/** A field, and where its value is in the answer, or an expression over the record as it is then. */
export type AnswerSet =
  | {readonly kind: 'answer'; readonly field: string; readonly path: readonly string[]}
  | {readonly kind: 'expression'; readonly field: string; readonly value: ValueShape}

/** `{"errors": {"body": "{messages}"}}` */
export interface ErrorShape {
  readonly shape: ErrorNode
  readonly status: ReadonlyMap<string, number>
  /** Under which key a message is listed that belongs to no field. */
  readonly keys: ReadonlyMap<string, string>
}

export type ErrorNode =
  | {readonly kind: 'constant'; readonly json: Json}
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, ErrorNode])[]}
  | {readonly kind: 'array'; readonly items: readonly ErrorNode[]}
  | {readonly kind: 'error'; readonly name: ErrorValue}

export const errorValues = ['messages', 'messages by field', 'message', 'code', 'status'] as const
export type ErrorValue = (typeof errorValues)[number]

/** The key of a message without a field, where the document names none. */
export const usualErrorKey = 'body'
