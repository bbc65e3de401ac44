/** The fields of an entity for typing, some of which are only known when they are asked for. */
import type {FieldScope} from '../../feel/scope.ts'

export class LateScopes extends Map<string, FieldScope> {
  private readonly late: ReadonlyMap<string, () => FieldScope | undefined>

  constructor(
    scopes: Iterable<readonly [string, FieldScope]>,
    late: ReadonlyMap<string, () => FieldScope | undefined>,
  ) {
    // Map's own constructor would call `set` of a class that is not made yet.
    super()
    this.late = late
    for (const [name, scope] of scopes) this.set(name, scope)
  }

  override get(name: string): FieldScope | undefined {
    const ask = this.late.get(name)
    return ask === undefined ? super.get(name) : ask()
  }
}
