/** Texte der Einstellungen; nur der Server schreibt sie. */
import type {settings as english} from '../en/settings.ts'

export const settings: typeof english = {
  range: (least, most) =>
    least === null ? `Höchstens ${most}.` : most === null ? `Mindestens ${least}.` : `Von ${least} bis ${most}.`,
  changed: (who, when, own) => `Am ${when} ${who === '' ? '' : `von ${who} `}geändert; ursprünglich ${own}.`,
  writeLike: example => `Schreiben Sie es so: ${example}`,
  outside: (least, most) =>
    least === null
      ? `Der Wert darf höchstens ${most} sein.`
      : most === null
        ? `Der Wert muss mindestens ${least} sein.`
        : `Der Wert muss zwischen ${least} und ${most} liegen.`,
  unusable: 'Dieser Wert passt nicht zur übrigen Anwendung.',
}
