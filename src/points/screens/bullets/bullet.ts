/**
 * A bullet under the heading of a screen, `- group by: team`, declared once: how it is written, read, explained and
 * translated. Authors know it as a setting; in the code, settings are the constants of point 9 that people change.
 */
import type {Finding, Place} from '../../../document/finding.ts'
import type {Bullet, Fence, Text} from '../../../document/raw.ts'
import type {Entity} from '../../entities/model.ts'
import type {FieldPath, PathContext, ScreenCondition} from '../paths.ts'
import type {ScreenAbilities, Shows} from '../shows.ts'

/** As much of a bullet as finds its value on a screen. */
export interface Valued<Value> {
  /** The property of `details`. */
  readonly name: string
  /** What a screen without it has. */
  readonly absent: Value
}

/** The value of a bullet on any screen; what a screen without it has, if its kind does not list it or there is none. */
export function bulletOf<Value>(
  screen: {readonly details: object} | null | undefined,
  {name, absent}: Valued<Value>,
): Value {
  const values: Readonly<Record<string, unknown>> = {...screen?.details}
  return name in values ? (values[name] as Value) : absent
}

/** What the bullets of a screen name, for the checks against the rest of the document. */
export interface NamedByBullets {
  readonly fields: FieldInBullet[]
  readonly conditions: ConditionInBullet[]
  readonly actions: {readonly name: string; readonly place: Text}[]
}

export interface FieldInBullet {
  readonly path: FieldPath
  readonly entity: string
  readonly place: Place
  /** Those of a form are filled in, unless they are only shown. A filter finds records. */
  readonly use: 'listed' | 'shown' | 'filter'
}

export interface ConditionInBullet {
  readonly condition: ScreenCondition
  readonly entity: string
}

/** What bullets are read against. */
export interface OnScreen {
  readonly shows: Shows
  readonly entity: Entity
  readonly context: PathContext
  /** The block of code under the heading. */
  readonly fence: Fence | undefined
  readonly named: NamedByBullets
  readonly findings: Finding[]
}

export interface Unwritten<Needed> extends OnScreen {
  /** Whether the document writes a bullet, even if it has a mistake. */
  readonly writes: (each: {readonly key: string | null}) => boolean
  /** The values of the bullets that it needs, which have been read. */
  readonly needs: ValuesOf<Needed>
}

export interface Reading<Needed> extends Unwritten<Needed> {
  readonly key: Text
  readonly value: Text
}

/** A screen of the same document, once all of them are read. */
export interface OtherScreen {
  readonly name: string
  readonly path: string
  readonly shows: Shows
  readonly can: ScreenAbilities
}

interface BulletSource<Name extends string, Value, Needed> {
  readonly name: Name
  /** As it is written; by default its name: `groupBy`, `group by`. */
  readonly key?: string
  /** Its names in other products and languages. */
  readonly synonyms?: readonly string[]
  readonly example: string
  /** One sentence for hints and the reference. */
  readonly describe: string
  readonly absent: NoInfer<Value>
  readonly needs?: Needed
  read(at: Reading<Needed>): Value
  /** What a screen without it has, if that depends on the screen. */
  usual?(at: Unwritten<Needed>): NoInfer<Value>
  /** Its value once all screens are read. */
  settle?(value: NoInfer<Value>, at: Settling): NoInfer<Value>
  translate?(value: NoInfer<Value>, text: (original: string) => string): NoInfer<Value>
}

export interface Settling extends Pick<OnScreen, 'shows' | 'findings'> {
  /** Null if the document does not write it. */
  readonly written: Text | null
  readonly others: readonly OtherScreen[]
}

export interface ScreenBullet<Name extends string = string, Value = unknown, Needed = Needs>
  extends Omit<
    BulletSource<Name, Value, Needed>,
    'key' | 'needs' | 'absent' | 'read' | 'usual' | 'settle' | 'translate'
  > {
  /** Null if it is not written. */
  readonly key: string | null
  readonly absent: Value
  readonly needs: Needed | undefined
  read(at: Reading<Needed>): Value
  usual(at: Unwritten<Needed>): Value
  settle?(value: Value, at: Settling): Value
  translate?(value: Value, text: (original: string) => string): Value
}

export type Needs = Readonly<Record<string, ScreenBullet>>
/** By the property that has its value: `{where, columns, related}`. */
export type BulletList = Readonly<Record<string, ScreenBullet>>

export type ValueOf<Each> = Each extends {readonly absent: infer Value} ? Value : never
export type ValuesOf<Bullets> = {readonly [Name in keyof Bullets]: ValueOf<Bullets[Name]>}

// biome-ignore lint/complexity/noBannedTypes: a bullet that needs nothing.
export function bullet<const Name extends string, Value, const Needed extends Needs = {}>(
  said: BulletSource<Name, Value, Needed>,
): ScreenBullet<Name, Value, Needed> {
  return {
    key: said.name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`),
    usual: () => said.absent,
    needs: undefined,
    ...said,
  }
}

/** A value that follows from what a screen shows and from its bullets. It is not written. */
// biome-ignore lint/complexity/noBannedTypes: a bullet that needs nothing.
export function derivedBullet<const Name extends string, Value, const Needed extends Needs = {}>(
  name: Name,
  {
    absent,
    needs,
    usual,
  }: Pick<BulletSource<Name, Value, Needed>, 'absent' | 'needs'> & {
    usual(at: Unwritten<Needed>): Value
  },
): ScreenBullet<Name, Value, Needed> {
  return {name, key: null, example: '', describe: '', absent, needs, usual, read: usual}
}

interface VariantSource<Value, Needed> {
  readonly needs: Needed
  read?(at: Reading<Needed>): Value
  usual?(at: Unwritten<Needed>): Value
}

/** A bullet that a kind reads in a way of its own: it is found like the usual one. */
export function variant<const Name extends string, Value, const Needed extends Needs>(
  usual: ScreenBullet<Name, Value>,
  own: VariantSource<NoInfer<Value>, Needed>,
): ScreenBullet<Name, Value, Needed> {
  return {...usual, ...own}
}

/** The bullets that the bullets of a kind need. */
type NeedOf<Bullets> = Bullets[keyof Bullets] extends infer Each
  ? Each extends {readonly needs: infer Needed}
    ? NonNullable<Needed>[keyof NonNullable<Needed>]
    : never
  : never

/** Every bullet under its own name, and with every bullet that it needs. */
export type Complete<Bullets> = {readonly [Name in keyof Bullets]: {readonly name: Name}} & {
  readonly [Need in NeedOf<Bullets> as Need extends {readonly name: infer Name extends string} ? Name : never]: Valued<
    ValueOf<Need>
  >
}

/**
 * The values of all bullets of a kind. A bullet is read after those that it needs: it refers to them as constants, which
 * exist before it, so there is no circle. What a kind lists under the name of such a constant takes its place.
 */
export function bulletValues(
  bullets: BulletList,
  written: Readonly<Partial<Record<string, Bullet>>>,
  at: OnScreen,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  const writes = ({key}: {readonly key: string | null}): boolean => key !== null && written[key] !== undefined
  const readOnce = (each: ScreenBullet): unknown => {
    if (!values.has(each.name)) values.set(each.name, readOne(each))
    return values.get(each.name)
  }
  const readOne = (each: ScreenBullet): unknown => {
    const found = each.key === null ? undefined : written[each.key]
    const needs = Object.entries(each.needs ?? {}).map(([name, need]) => [name, readOnce(bullets[need.name] ?? need)])
    const within = {...at, writes, needs: Object.fromEntries(needs)}
    return found ? each.read({...within, key: found.key, value: found.value}) : each.usual(within)
  }
  return Object.fromEntries(Object.entries(bullets).map(([name, each]) => [name, readOnce(each)]))
}
