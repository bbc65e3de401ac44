/** Closures for values, names, fields and properties. */
import type {
  AllCore,
  Core,
  FieldCore,
  InputCore,
  ListCore,
  MeCore,
  OldCore,
  ParameterCore,
  PropertyCore,
  RelationCore,
  ThisCore,
  ValueCore,
  VariableCore,
} from '../core.ts'
import {decode} from '../json.ts'
import {readProperty} from '../properties.ts'
import type {Reference} from '../value.ts'
import type {Closure, Compile, Compiler} from './closure.ts'

export const value: Compile<ValueCore> = core => {
  const known = decode(core.type, core.value)
  return () => known
}

export const self: Compile<ThisCore> = () => environment => environment.this
export const me: Compile<MeCore> = () => environment => environment.me
export const old: Compile<OldCore> = () => environment => environment.old
export const input: Compile<InputCore> =
  ({name}) =>
  environment =>
    environment.inputs.get(name) ?? null

export const parameter: Compile<ParameterCore> =
  ({name}) =>
  environment =>
    environment.parameters?.get(name) ?? null

export const variable: Compile<VariableCore> = ({name}, {slot}) => {
  const at = slot(name)
  return (_, frame) => frame.slots[at] ?? null
}

/** Typing knows that these are references. */
export const referring = (core: Core, {compile}: Compiler): ((...at: Parameters<Closure>) => Reference | null) =>
  compile(core) as (...at: Parameters<Closure>) => Reference | null

export const field: Compile<FieldCore> = (core, compiler) => {
  const name = core.field
  // By far the most common, so it takes the shortest way.
  if (core.of.op === 'this') return ({this: record, world}) => (record === null ? null : world.field(record, name))
  const of = referring(core.of, compiler)
  return (environment, frame) => {
    const record = of(environment, frame)
    return record === null ? null : environment.world.field(record, name)
  }
}

export const relation: Compile<RelationCore> = (core, compiler) => {
  const list = field({...core, op: 'field'}, compiler)
  return (environment, frame) => list(environment, frame) ?? []
}

export const all: Compile<AllCore> =
  ({entity}) =>
  environment =>
    environment.world.all(entity)

export const property: Compile<PropertyCore> = (core, {compile}) => {
  const of = compile(core.of)
  const {name} = core
  return (environment, frame) => readProperty(of(environment, frame), name, environment)
}

export const list: Compile<ListCore> = (core, {compile}) => {
  const items = core.items.map(compile)
  return (environment, frame) => items.map(item => item(environment, frame))
}
