/** Point 7: the calls that an application serves and makes, with the shapes of their requests and responses. */
import type {Place} from '../../document/finding.ts'
import type {Text} from '../../document/raw.ts'
import type {Core, Json} from '../../feel/core.ts'
import type {Type} from '../../feel/type.ts'
import type {FieldUse} from '../entities/field-type.ts'
import type {Field} from '../entities/model.ts'
import type {For, Route} from '../screens/model.ts'
import type {FieldPath, ScreenSort} from '../screens/paths.ts'
import type {Sentence} from '../template.ts'

export interface Calls {
  readonly calls: readonly Call[]
  readonly settings: CallSettings
  /** The document's own shape of errors; null for problem details (RFC 9457). */
  readonly errors: ErrorShape | null
  /** The calls that the application makes itself, with the effect `call`. */
  readonly events: readonly OutgoingCall[]
  /** The effects of own code, with the effect `run`. */
  readonly effects: readonly OwnEffect[]
  /** The names of events that no action causes, so that their entity is unknown, and of such effects. */
  readonly uncaused: Readonly<Record<'call' | 'run', readonly Text[]>>
}

/** Settings for all calls. */
export interface CallSettings {
  /** The word before a token in the header `Authorization`. */
  readonly scheme: string
  /** Other sites whose pages may use the calls. */
  readonly origins: readonly string[] | 'any'
  /** Whether unknown keys of a request are ignored; otherwise they are rejected. */
  readonly ignoresUnknownKeys: boolean
  /** The only hosts that outgoing calls are made to: `hooks.example.com`, `*.example.com`, `erp.example.com:8443`. */
  readonly hosts: readonly string[]
  /** Who sees failed outgoing calls; null for operators only. */
  readonly failures: For | null
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Operation =
  | {readonly kind: 'list' | 'one' | 'create' | 'update' | 'delete'; readonly entity: string}
  | {readonly kind: 'action'; readonly entity: string; readonly action: string}
  /** On several records named in the request; `delete` is one of the actions. */
  | {readonly kind: 'several'; readonly entity: string; readonly action: string}
  | {readonly kind: 'sign in' | 'sign up' | 'sign out'; readonly entity: string}

export interface Call extends Place {
  readonly name: string
  readonly method: Method
  readonly route: Route
  readonly operation: Operation
  readonly for: For
  /** The meaning of the path parameters, in order. */
  readonly keys: readonly CallKey[]
  /** It concerns the record of the acting person. */
  readonly own: boolean
  readonly where: {readonly core: Core; readonly text: Text} | null
  readonly list: CallList
  /** Values that a new or changed record gets besides those of the request. */
  readonly sets: readonly SetValue[]
  /** The action that follows in the same step. */
  readonly follows: string | null
  readonly status: number
  /** Like those of `### Errors`, for this call only. */
  readonly errorKeys: ReadonlyMap<string, string>
  readonly request: RequestShape | null
  /** Whether the request is derived from the entity rather than written in the document. */
  readonly derivesRequest: boolean
  /** Null if the response has no content. */
  readonly answer: Shape | null
  readonly source: {readonly name: Text; readonly path: Text; readonly does: Text; readonly roles: Text}
}

/** A parameter of the path: the value at a path of fields, starting at the record of the call. */
export interface CallKey {
  readonly parameter: string
  readonly path: FieldPath
  readonly core: Core
  readonly type: Type
  /** The reference that the path starts with, and how its record is found; null for a field of the record itself. */
  readonly through: {readonly field: string; readonly entity: string; readonly core: Core} | null
}

export type Paging = 'cursor' | 'offset' | 'none'

export interface CallList {
  readonly sort: readonly ScreenSort[]
  /** Filters with the names and values used in page addresses. */
  readonly filters: readonly FieldPath[]
  /** Filters with their own names, by equality. */
  readonly equals: readonly CallFilter[]
  readonly search: readonly FieldPath[]
  readonly paging: Paging
  readonly size: number
  readonly largest: number
}

/** `tag = tags.name`: the value, or one of the values, equals the one in the address. */
export interface CallFilter {
  readonly key: string
  readonly core: Core
  /** The type of one value. */
  readonly type: Type
  readonly several: boolean
  /** The expression as written. */
  readonly text: Text
}

export interface SetValue {
  readonly field: string
  /** It may refer to values of the request, as inputs. */
  readonly core: Core
}

/** The shape of a response. */
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

/** Another record, or several, with their own shape; its expressions start there. */
export interface NestedShape {
  readonly kind: 'nested'
  readonly core: Core
  readonly entity: string
  readonly several: boolean
  readonly name: string
  readonly shape: Shape
  readonly text: Text
}

/** A value of the call itself. */
export interface OwnShape {
  readonly kind: 'own'
  readonly name: OwnValue
}

export const listValues = ['count', 'next', 'previous', 'limit', 'offset'] as const
/** Values of an outgoing call itself. */
export const callValues = ['call.id', 'call.name', 'call.action', 'call.at', 'call.says', 'call.link'] as const
export type OwnValue = (typeof listValues)[number] | (typeof callValues)[number] | 'token'

/** The shape of a request. */
export type RequestShape =
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, RequestShape])[]}
  | {readonly kind: 'constant'; readonly json: Json}
  | RequestField
  | {readonly kind: 'password'}
  /** The records of a bulk action. */
  | {readonly kind: 'records'}

export interface RequestField {
  readonly kind: 'field'
  readonly field: Field
  /** Whether it is required. */
  readonly required: boolean
  /** The unique field that identifies referenced records; null for their id or name. */
  readonly by: Field | null
  /** Whether records that do not exist yet are created. */
  readonly creates: boolean
}

/** A call that the application makes: an event, which actions cause with `call name`. */
export interface OutgoingCall extends Place {
  readonly name: string
  readonly method: Method
  readonly address: readonly AddressPiece[]
  /** The entity of its records: that of the actions that cause it. */
  readonly entity: string
  /** Null if it is sent without a body. */
  readonly body: Shape | null
  /** The sentence `{call.says}`; null for the action's sentence. */
  readonly says: Sentence | null
  /** The fields that the response sets in the record. */
  readonly sets: readonly AnswerSet[]
  /** The environment variable with the secret that signs it. */
  readonly secret: string | null
  readonly headers: readonly OutgoingHeader[]
  /** Whether it is skipped if one of its environment variables is missing. */
  readonly optional: boolean
  readonly source: {readonly name: Text; readonly address: Text}
}

/** An effect that an author writes in code: an action causes it with `run name`. */
export interface OwnEffect extends Place {
  /** `send contract` */
  readonly name: string
  /** The entity of its records. */
  readonly entity: string
  /** What it sees of the record: its id, and the fields of Sends. */
  readonly body: Shape
  /** The fields that it sets with what it returns. */
  readonly sets: readonly string[]
  /** The role with which it reads and changes records; null if it does neither. */
  readonly as: string | null
  /** The environment variables that it sees. */
  readonly secrets: readonly string[]
  /** Seconds. */
  readonly deadline: number
  readonly source: {readonly name: Text}
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

/** A field, and the path of its value in the response, or an expression over the record at that time. */
export type AnswerSet =
  | {readonly kind: 'answer'; readonly field: string; readonly path: readonly string[]}
  | {readonly kind: 'expression'; readonly field: string; readonly value: ValueShape}

/** `{"errors": {"body": "{messages}"}}` */
export interface ErrorShape {
  readonly shape: ErrorNode
  readonly status: ReadonlyMap<string, number>
  /** The key of messages that belong to no field. */
  readonly keys: ReadonlyMap<string, string>
  /** Messages for programs, instead of those that pages show. */
  readonly messages: ReadonlyMap<string, string>
}

export type ErrorNode =
  | {readonly kind: 'constant'; readonly json: Json}
  | {readonly kind: 'object'; readonly entries: readonly (readonly [string, ErrorNode])[]}
  | {readonly kind: 'array'; readonly items: readonly ErrorNode[]}
  | {readonly kind: 'error'; readonly name: ErrorValue}

export const errorValues = ['messages', 'messages by field', 'message', 'code', 'status'] as const
export type ErrorValue = (typeof errorValues)[number]

/** The default key of a message without a field. */
export const usualErrorKey = 'body'
