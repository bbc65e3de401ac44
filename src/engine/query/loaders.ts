/**
 * What is asked for by id within one read: answers are collected until everything that can be asked now has been asked,
 * and then read together. In a read, whose records do not change, each answer is read once. What people with other
 * rights ask, or at another time, is never collected with it: an answer belongs to who has asked.
 */

/** Who asks. An answer is shared only where all of it is the same. */
export interface LoadFor {
  readonly db: object
  readonly actor: object
  readonly visibility: object
  readonly moment: object
}

export interface LoaderKind<Reader extends LoadFor, Wanted, Found> {
  /** In the order of what is wanted. */
  readonly load: (reader: Reader, wanted: readonly Wanted[]) => Promise<readonly Found[]>
}

interface Collected<Reader, Wanted, Found> {
  readonly reader: Reader
  readonly wanted: Wanted[]
  readonly found: Promise<readonly Found[]>
}

/** The answers of one kind for one asker. */
interface Answers<Reader, Wanted, Found> {
  readonly reader: Reader
  readonly known: Map<string, Promise<Found>>
  /** What has not been asked yet. */
  open: Collected<Reader, Wanted, Found> | null
}

/** A read over many records, such as an export, asks for more than it is worth to keep. */
const mostKept = 2000

export class Loaders {
  readonly #keeps: boolean
  readonly #answers = new Map<object, Set<Answers<LoadFor, unknown, unknown>>>()

  /** `keeps`: the records do not change while they are read. */
  constructor({keeps}: {readonly keeps: boolean}) {
    this.#keeps = keeps
  }

  /** `key`: tells what is wanted from everything else of this kind. */
  load<Reader extends LoadFor, Wanted, Found>(
    kind: LoaderKind<Reader, Wanted, Found>,
    reader: Reader,
    {key, wanted}: {readonly key: string; readonly wanted: Wanted},
  ): Promise<Found> {
    const answers = this.#answersFor(kind, reader)
    const known = answers.known.get(key)
    if (known) return known
    answers.open ??= this.#collect(kind, answers)
    const {open} = answers
    const index = open.wanted.push(wanted) - 1
    const found = open.found.then(all => all[index] as Found)
    if (answers.known.size >= mostKept) answers.known.clear()
    answers.known.set(key, found)
    return found
  }

  #collect<Reader extends LoadFor, Wanted, Found>(
    kind: LoaderKind<Reader, Wanted, Found>,
    answers: Answers<Reader, Wanted, Found>,
  ): Collected<Reader, Wanted, Found> {
    const wanted: Wanted[] = []
    const close = (): Promise<readonly Found[]> => {
      answers.open = null
      if (!this.#keeps) this.#answers.get(kind)?.delete(answers)
      return kind.load(answers.reader, wanted)
    }
    return {reader: answers.reader, wanted, found: afterAllThatRuns().then(close)}
  }

  #answersFor<Reader extends LoadFor, Wanted, Found>(
    kind: LoaderKind<Reader, Wanted, Found>,
    reader: Reader,
  ): Answers<Reader, Wanted, Found> {
    const ofKind = this.#answers.get(kind) ?? new Set()
    this.#answers.set(kind, ofKind)
    const known = [...ofKind].find(each => isForSame(each.reader, reader))
    // Under a kind there are answers of that kind alone.
    if (known) return known as Answers<Reader, Wanted, Found>
    const made: Answers<Reader, Wanted, Found> = {reader, known: new Map(), open: null}
    ofKind.add(made as Answers<LoadFor, unknown, unknown>)
    return made
  }
}

const isForSame = (one: LoadFor, other: LoadFor): boolean =>
  one.db === other.db && one.actor === other.actor && one.visibility === other.visibility && one.moment === other.moment

/** After what runs now, and everything that follows from answers that have arrived. */
const afterAllThatRuns = (): Promise<void> =>
  new Promise(resolve => void Promise.resolve().then(() => process.nextTick(resolve)))
