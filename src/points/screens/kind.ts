/** Declares a kind of screen as far as documents and the kernel know it; each is declared in its folder of `src/screens`. */
import type {BulletList, Complete} from './bullets/bullet.ts'
import type {Screen, ScreenKind, ScreenOf} from './model.ts'
import type {ArrangingField, Shows, ShowsOf} from './shows.ts'

/** The names of the parts of a form: `board of Entity by field` has an `entity`, and a path called `by`. */
type FormPart<Form extends string> = Form extends `${string} Entity${infer Rest}` ? 'entity' | FormPath<Rest> : never
type FormPath<Rest extends string> = Rest extends ` ${infer Word} field[..field]${infer More}`
  ? Word | 'to' | FormPath<More>
  : Rest extends ` ${infer Word} field${infer More}`
    ? Word | FormPath<More>
    : never

/** `board`, or `board of Entity by field`. */
type FormOf<Name extends Shows['kind']> = Name | `${Name} ${string}`

interface WrittenKind<Name extends Shows['kind'], Form extends FormOf<Name>, Bullets>
  extends Pick<ScreenKind<Name>, 'name' | 'can' | 'icon'>,
    Partial<Pick<ScreenKind<Name>, 'synonyms' | 'prose' | 'cards' | 'own'>> {
  readonly form: Form
  /** The same with names, for hints. */
  readonly example: string
  /** A part that the document leaves out is empty. */
  readonly shows: (part: (name: FormPart<Form>) => string) => ShowsOf<Name>
  readonly arrangedBy?: (shows: ShowsOf<Name>) => readonly ArrangingField[]
  readonly bullets: Bullets & Complete<Bullets>
}

export function defineScreenKind<
  Name extends Shows['kind'],
  const Form extends FormOf<Name>,
  const Bullets extends BulletList,
>({form, example, shows, arrangedBy, ...kind}: WrittenKind<Name, Form, Bullets>): ScreenKind<Name> {
  const {pattern, names} = compiled(form)
  return {
    prose: 'above',
    synonyms: [],
    cards: null,
    own: null,
    written: example,
    ...kind,
    read(text) {
      const found = pattern.exec(text.replace(/\s+/g, ' '))
      return found && shows(name => found[names.indexOf(name) + 1] ?? '')
    },
    showing: entityName => shows(part => (part === 'entity' ? entityName : '')),
    arrangedBy: screen => (arrangedBy && showsKind(screen, kind.name) ? arrangedBy(screen.shows) : []),
  }
}

const entity = '([A-Z]\\w*)'
const field = '([a-z][\\w ]*(?:\\.[a-z][\\w ]*)*)'
const patterns: Readonly<Record<string, string>> = {
  Entity: entity,
  field,
  'field[..field]': `${field}(?:\\.\\.${field})?`,
}

function compiled(form: string): {pattern: RegExp; names: readonly string[]} {
  const words = form.split(' ')
  const names = words.flatMap((word, index) => {
    const before = words[index - 1] ?? ''
    if (word === 'Entity') return ['entity']
    return word === 'field' ? [before] : word === 'field[..field]' ? [before, 'to'] : []
  })
  return {pattern: new RegExp(`^${words.map(word => patterns[word] ?? word).join(' ')}$`), names}
}

function showsKind<Name extends Shows['kind'], S extends Pick<Screen, 'shows'>>(
  screen: S,
  name: Name,
): screen is S & {readonly shows: ShowsOf<Name>} {
  return screen.shows.kind === name
}

/** Its details are the values of the bullets that its kind lists. */
export function isOfKind<Name extends Shows['kind']>(screen: Screen, name: Name): screen is ScreenOf<Name> {
  return screen.shows.kind === name
}
