/** Our words on forms, in German. */
import type {forms as english} from '../english/forms.ts'

export const forms: typeof english = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  optional: 'freiwillig',
  choose: 'Auswählen',
  mend: (count: number) => (count === 1 ? 'Bitte eine Angabe prüfen' : `Bitte ${count} Angaben prüfen`),
}
