/** Many concurrent attempts, as people make them: an attempt that is told to wait is repeated. */

/** The final outcomes of the attempts, counted. */
export async function tally(attempts: readonly (() => Promise<string>)[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  let waiting = attempts
  while (waiting.length > 0) {
    const answers = await Promise.all(waiting.map(async attempt => ({attempt, answer: await attempt()})))
    for (const {answer} of answers) if (answer !== 'BUSY') counts[answer] = (counts[answer] ?? 0) + 1
    waiting = answers.filter(({answer}) => answer === 'BUSY').map(({attempt}) => attempt)
  }
  return counts
}
