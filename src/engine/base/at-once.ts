/**
 * Reads that do not depend on each other, so that their statements are sent at once. If one fails, the others are waited
 * for all the same: the connection must not be given to another request before. The first failure is reported.
 */
export function atOnce<const Works extends readonly unknown[]>(
  works: Works,
): Promise<{-readonly [Index in keyof Works]: Awaited<Works[Index]>}> {
  return Promise.all(works).catch(async (failure: unknown) => {
    await Promise.allSettled(works)
    throw failure
  })
}
