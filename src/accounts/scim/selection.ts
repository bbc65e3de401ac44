/** Which attributes of a resource an answer has: `attributes` and `excludedAttributes` (RFC 7644, 3.9 and 3.10). */
import type {Json} from '../../feel/core.ts'
import {attributePath, isObject} from './filter.ts'
import {invalidValue, ScimError} from './scim-error.ts'

/** Attributes in lower case: all of one (null), or some of its parts. */
type NamedAttributes = ReadonlyMap<string, ReadonlySet<string> | null>

export interface SelectedAttributes {
  /** Null: all that are not excluded. */
  readonly wanted: NamedAttributes | null
  readonly excluded: NamedAttributes
}

export function selectionIn(query: URLSearchParams): SelectedAttributes {
  const [wanted, excluded] = [namesIn(query, 'attributes'), namesIn(query, 'excludedAttributes')]
  return {wanted: wanted.size === 0 ? null : wanted, excluded}
}

function namesIn(query: URLSearchParams, parameter: string): NamedAttributes {
  const named = new Map<string, ReadonlySet<string> | null>()
  for (const text of (query.get(parameter) ?? '').split(',').filter(each => each.trim() !== '')) {
    const [attribute = '', part] = pathIn(text.trim(), parameter)
    const parts = named.get(attribute)
    named.set(attribute, part === undefined || parts === null ? null : new Set([...(parts ?? []), part]))
  }
  return named
}

function pathIn(text: string, parameter: string): readonly string[] {
  try {
    return attributePath(text)
  } catch (error) {
    if (error instanceof ScimError) throw invalidValue(`${parameter}: ${error.message}`)
    throw error
  }
}

/** Whether anything of this attribute is in the answer. */
export function isSelected({wanted, excluded}: SelectedAttributes, name: string): boolean {
  const key = name.toLowerCase()
  return wanted ? wanted.has(key) : excluded.get(key) !== null
}

export function selected(resource: Readonly<Record<string, Json>>, selection: SelectedAttributes): Json {
  const {wanted, excluded} = selection
  const shown: Record<string, Json> = {}
  for (const [name, value] of Object.entries(resource)) {
    const parts = (wanted ?? excluded).get(name.toLowerCase())
    if (name === 'id' || name === 'schemas') shown[name] = value
    else if (isSelected(selection, name))
      shown[name] = parts ? withParts(value, key => parts.has(key) === !!wanted) : value
  }
  return shown
}

function withParts(value: Json, isKept: (key: string) => boolean): Json {
  if (Array.isArray(value)) return value.map(each => withParts(each, isKept))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key.toLowerCase())))
}
