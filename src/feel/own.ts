/** What a table itself says about a name; names come from texts, and every object also has `constructor` and its kin. */
export const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
