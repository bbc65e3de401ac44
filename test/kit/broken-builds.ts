/** Faults in permissions that the differential tests have to notice: a text of the source, and what a broken build has instead. */
interface Fault {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const statement = 'src/engine/query/statement.ts'
const visibility = 'src/engine/permissions/visibility.ts'
export const faults: readonly Fault[] = [
  {
    name: 'a statement keeps the values of the first person',
    file: statement,
    from: 'BoundValues.of(prepared.parameters, environmentOf(at, parameters, inputs))',
    to: '(prepared.kept ??= BoundValues.of(prepared.parameters, environmentOf(at, parameters, inputs)))',
  },
  {
    name: 'statements of one set of roles are used for all',
    file: statement,
    from: 'const plans = this.#plansFor(roles)',
    to: 'const plans = this.#plansFor(Plans)',
  },
  {
    name: 'people share the visibility of the first set of roles',
    file: visibility,
    from: 'const key = rolesKeyOf(actor)',
    to: 'const key = actor.kind',
  },
  {
    name: 'grants cover all records',
    file: visibility,
    from: 'const where = either(this.granted(act, entity).map(grant => grant.where ?? yes))',
    to: 'const where = this.granted(act, entity).length > 0 ? yes : either([])',
  },
  {
    name: 'grants cover all fields',
    file: visibility,
    from: 'grants.filter(grant => grant.fields === null || grant.fields.has(name))',
    to: 'grants',
  },
  {
    name: 'conditions read hidden fields',
    file: visibility,
    from: 'return isYes(needed) ? seen : conjunction([needed, seen])',
    to: 'return seen',
  },
  {
    name: 'a path leads through hidden records',
    file: visibility,
    from: 'const record = visibleRecord(visibility.records(entity).where, entity, from)',
    to: 'const record = from',
  },
]
