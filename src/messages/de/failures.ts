/** Our words where something is missing, refused or fails, in German. */
import type {failures as english} from '../en/failures.ts'

export const failures: typeof english = {
  missing: 'Unter dieser Adresse ist nichts',
  failure: 'Etwas ist schiefgegangen',
  refused: 'Das war nicht möglich',
  back: 'Zurück',
  typedKept: 'Was Sie geschrieben haben, bleibt in diesem Tab als Entwurf. Nur Dateien müssen Sie noch einmal wählen.',
  tryAgain: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  reference: 'Kennung',
  part: 'Dieser Teil konnte nicht angezeigt werden. Der Rest der Seite ist nicht betroffen.',
  unreachable: 'Der Server ist nicht erreichbar',
  unreachableWhy: 'Vielleicht ist die Verbindung unterbrochen, oder der Server startet neu. Nichts ist verloren.',
  notSent: 'Das konnte nicht gesendet werden, weil der Server nicht erreichbar ist. Ihre Eingaben sind noch da.',
  strange:
    'Die Antwort war nicht lesbar. Vielleicht hat sich etwas zwischen Sie und den Server geschoben. Versuchen Sie es gleich noch einmal.',
  undrawn:
    'Diese Seite konnte nicht angezeigt werden. Nichts wurde geändert. Versuchen Sie es noch einmal; geschieht es wieder, sagen Sie bitte der Person Bescheid, die diese Anwendung betreut.',
}
