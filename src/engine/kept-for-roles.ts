/** What follows from the document and from somebody's roles alone, worked out once for everybody who has them. */
import {type Actor, rolesKeyOf} from './actor.ts'

/** `of` is what it belongs to, so that it goes with it. */
export class KeptForRoles<Owner extends object, T> {
  private readonly kept = new WeakMap<Owner, Map<string, T>>()

  get(of: Owner, actor: Actor, make: () => T): T {
    const byRoles = this.kept.get(of) ?? new Map<string, T>()
    this.kept.set(of, byRoles)
    const key = rolesKeyOf(actor)
    const known = byRoles.get(key) ?? make()
    byRoles.set(key, known)
    return known
  }
}
