/** Declares a kind of screen as far as documents and the kernel know it; each is declared in its folder of `src/screens`. */
import type {ArrangingField, Screen, ScreenKind, ScreenOf, Shows, ShowsOf} from './model.ts'

/** The names of the parts of a form: `board of Entity by field` has an `entity`, and a path called `by`. */
type FormPart<Form extends string> = Form extends `${string} Entity${infer Rest}` ? 'entity' | FormPath<Rest> : never
type FormPath<Rest extends string> = Rest extends ` ${infer Word} field${infer More}` ? Word | FormPath<More> : never

/** `board`, or `board of Entity by field`. */
type FormOf<Name extends Shows['kind']> = Name | `${Name} ${string}`

interface WrittenKind<Name extends Shows['kind'], Form extends FormOf<Name>>
  extends Omit<ScreenKind<Name>, 'written' | 'read' | 'arrangedBy' | 'shown' | 'showsProse'> {
  readonly form: Form
  /** The same with names, for hints. */
  readonly example: string
  readonly shows: (part: (name: FormPart<Form>) => string) => ShowsOf<Name>
  readonly arrangedBy?: (shows: ShowsOf<Name>) => readonly ArrangingField[]
  readonly showsProse?: false
}

export function defineScreenKind<Name extends Shows['kind'], const Form extends FormOf<Name>>({
  form,
  example,
  shows,
  arrangedBy,
  ...kind
}: WrittenKind<Name, Form>): ScreenKind<Name> {
  const {pattern, names} = compiled(form)
  return {
    shown: true,
    showsProse: true,
    written: example,
    ...kind,
    read(text) {
      const found = pattern.exec(text.replace(/\s+/g, ' '))
      return found && shows(name => found[names.indexOf(name) + 1] ?? '')
    },
    arrangedBy: screen => (arrangedBy && isOfKind(screen, kind.name) ? arrangedBy(screen.shows) : []),
  }
}

const entity = '([A-Z]\\w*)'
const field = '([a-z][\\w ]*(?:\\.[a-z][\\w ]*)*)'

function compiled(form: string): {pattern: RegExp; names: readonly string[]} {
  const words = form.split(' ')
  const names = words.flatMap((word, index) =>
    word === 'Entity' ? ['entity'] : word === 'field' ? [words[index - 1] ?? ''] : [],
  )
  const source = words.map(word => (word === 'Entity' ? entity : word === 'field' ? field : word)).join(' ')
  return {pattern: new RegExp(`^${source}$`), names}
}

export function isOfKind<Name extends Shows['kind'], S extends Pick<Screen, 'shows'>>(
  screen: S,
  name: Name,
): screen is S & Pick<ScreenOf<Name>, 'shows'> {
  return screen.shows.kind === name
}
