/** Closures for values, names, fields and properties. */
import type {
  AllCore,
  FieldCore,
  InputCore,
  ListCore,
  MeCore,
  OldCore,
  PropertyCore,
  RelationCore,
  ThisCore,
  ValueCore,
  VariableCore,
} from '../core.ts'
import type {Environment} from '../environment.ts'
import {decode} from '../json.ts'
import {readProperty} from '../properties.ts'
import {isList, isReference, type Reference} from '../value.ts'
import type {Compile, Compiler, Frame} from './closure.ts'

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

export const variable: Compile<VariableCore> = ({name}, {slot}) => {
  const at = slot(name)
  return (_, frame) => frame.slots[at] ?? null
}

type Refer = (environment: Environment, frame: Frame) => Reference | null

/** Typing knows that these are references; the check is for what a world may answer. */
function refer(core: FieldCore['of'], compiler: Compiler): Refer {
  if (core.op === 'this') return environment => environment.this
  if (core.op === 'me') return environment => environment.me
  if (core.op === 'old') return environment => environment.old
  const of = compiler.compile(core)
  return (environment, frame) => {
    const reference = of(environment, frame)
    return isReference(reference) ? reference : null
  }
}

export const field: Compile<FieldCore> = (core, compiler) => {
  const name = core.field
  const of = refer(core.of, compiler)
  return (environment, frame) => {
    const reference = of(environment, frame)
    return reference === null ? null : environment.world.field(reference, name)
  }
}

export const relation: Compile<RelationCore> = (core, compiler) => {
  const name = core.field
  const of = refer(core.of, compiler)
  return (environment, frame) => {
    const reference = of(environment, frame)
    const list = reference === null ? null : environment.world.field(reference, name)
    return isList(list) ? list : []
  }
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
