/** The built-in error messages in German, by code. A row of the document takes precedence. */
import type {ErrorMessages, ErrorMessagesOfCalls} from '../language.ts'

export const errors: ErrorMessages = {
  NOT_FOUND: 'Diese Seite gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  FAILURE:
    'Bei uns ist ein Fehler aufgetreten. Es wurde nichts geändert. Versuchen Sie es erneut. Wenn der Fehler wieder auftritt, wenden Sie sich an Ihre Administration und nennen Sie {reference}.',
  NOT_SIGNED_IN: 'Melden Sie sich zuerst an: Dieser Aufruf erfordert einen gültigen Schlüssel oder ein gültiges Token.',
  VERSION_DIFFERS:
    'Dieser Datensatz wurde geändert, seit Sie ihn gelesen haben. Es wurde nichts geändert. Lesen Sie ihn neu und versuchen Sie es erneut.',
  WRONG_METHOD: 'Diese Adresse nimmt diese Methode nicht an.',
  NOT_AN_OBJECT: 'Hier ist ein JSON-Objekt erforderlich.',
  NOT_A_LIST: 'Hier ist ein JSON-Array erforderlich.',
  BAD_ADDRESS: 'Dieser Link ist fehlerhaft. Prüfen Sie die Adresse und versuchen Sie es erneut.',
  BAD_INPUT:
    'Das konnte nicht verarbeitet werden. Es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es erneut.',
  CROSS_SITE:
    'Diese Anfrage kam von einer anderen Website und wurde blockiert. Es wurde nichts geändert. Öffnen Sie die Seite hier und versuchen Sie es erneut.',
  FORBIDDEN: 'Dazu fehlt Ihnen die Berechtigung. Es wurde nichts geändert.',
  CONFLICT:
    'Jemand anderes hat diesen Eintrag geändert. Es wurde nichts überschrieben. Vergleichen Sie beide Versionen und speichern Sie erneut.',
  ALREADY_SENT:
    'Dieses Formular wurde bereits mit anderem Inhalt gesendet. Diesmal wurde nichts geändert. Prüfen Sie es und senden Sie es erneut.',
  STALE_FORM:
    'Dieses Formular wurde in einer anderen Sitzung geöffnet, zum Beispiel vor der Anmeldung. Es wurde nichts geändert. Prüfen Sie es und senden Sie es erneut. Wenn das wieder passiert, erlauben Sie Cookies für diese Website.',
  UNDO_LATE:
    'Das kann nicht mehr rückgängig gemacht werden, weil Benachrichtigungen bereits verschickt wurden. Es wurde nichts geändert.',
  UNDO_OVERTAKEN:
    'Das kann nicht mehr rückgängig gemacht werden, weil der Eintrag seitdem geändert oder verwendet wurde. Es wurde nichts geändert.',
  NOT_NOW: 'Das ist derzeit nicht möglich. Es wurde nichts geändert.',
  REFERRED_TO: 'Dieser Eintrag kann nicht gelöscht werden, weil er noch verwendet wird: {by}.',
  PERSON_IN_USE:
    'Diese Person kann nicht gelöscht werden, weil sie Einträge angelegt oder geändert hat. Deaktivieren Sie sie stattdessen, damit sie sich nicht mehr anmelden kann.',
  LAST_ADMINISTRATOR:
    'Danach könnte niemand mehr Rollen vergeben. Es wurde nichts geändert. Geben Sie zuerst einer anderen Person die Rechte dafür.',
  BUSY: 'Der Server ist ausgelastet. Es wurde nichts geändert. Versuchen Sie es gleich erneut.',
  FILE_MISSING:
    'Die Datei „{name}“ fehlt auf dem Server. Wenden Sie sich an Ihre Administration: Sie kann sie aus einer Sicherung wiederherstellen.',
  FUNCTION_FAILED:
    '{field} konnte nicht berechnet werden. Es wurde nichts geändert. Versuchen Sie es in einer Minute noch einmal.',
  UNAVAILABLE:
    'Der Dienst ist vorübergehend nicht verfügbar. Es wurde nichts geändert. Versuchen Sie es in einer Minute erneut.',
  IMPORT_RUNNING:
    'Ihre letzte Datei wird noch geprüft. Es wurde nichts geändert. Warten Sie, bis die Prüfung abgeschlossen ist, und versuchen Sie es dann erneut.',
  STORAGE_FULL:
    'Derzeit kann nichts gespeichert werden, weil der Server keinen freien Speicherplatz mehr hat. Es wurde nichts geändert. Sie können Einträge weiterhin ansehen.',
  STORAGE_FAILED:
    'Derzeit kann nichts gespeichert werden, weil der Server nicht auf seinen Speicher schreiben kann. Es wurde nichts geändert. Sie können Einträge weiterhin ansehen.',
  OUTCOME_UNKNOWN:
    'Die Verbindung zur Datenbank ist beim Speichern abgebrochen. Prüfen Sie den Eintrag, bevor Sie es erneut versuchen: Die Änderung wurde möglicherweise gespeichert.',
  UNKNOWN_FIELD: 'Dieses Formular hat kein solches Feld. Es wurde nichts geändert.',
  NO_ACTIONS: 'Diese Seite nimmt keine Eingaben an. Es wurde nichts geändert.',
  UNKNOWN_ACTION: 'Diese Aktion ist nicht mehr verfügbar. Laden Sie die Seite neu und versuchen Sie es erneut.',
  TOO_LARGE: 'Das ist zu groß: Erlaubt sind höchstens {limit}. Es wurde nichts geändert.',
  UNSUPPORTED: 'Diese Art von Inhalt wird nicht unterstützt. Es wurde nichts geändert.',
  TOO_MANY_REQUESTS: 'Zu viele Versuche. Warten Sie {wait} und versuchen Sie es dann erneut.',
  SIGN_IN_FAILED: 'E-Mail-Adresse oder Passwort ist falsch.',
  KNOWN_ADDRESS:
    'Mit dieser E-Mail-Adresse ist keine Registrierung möglich. Wenn Sie bereits ein Konto haben, melden Sie sich an oder setzen Sie Ihr Passwort zurück.',
  OTHER_DOMAIN: 'Registrieren Sie sich mit einer Adresse von {domains}.',
  EASY_PASSWORD: 'Dieses Passwort ist zu leicht zu erraten. Gut geeignet sind mehrere Wörter ohne Zusammenhang.',
  WRONG_PASSWORD: 'Das aktuelle Passwort ist falsch.',
  WRONG_CODE:
    'Der Code ist falsch. Geben Sie den Code ein, den Ihre App jetzt anzeigt, oder einen noch nicht benutzten Wiederherstellungscode.',
  WRONG_APP_CODE: 'Der Code ist falsch. Geben Sie den Code ein, den Ihre App jetzt anzeigt.',
  WRONG_PASSKEY: 'Dieser Passkey hat nicht funktioniert. Versuchen Sie es noch einmal, oder fahren Sie ohne ihn fort.',
  SECOND_FACTOR:
    'Dieses Konto hat einen zweiten Faktor, nach dem ein Aufruf nicht fragen kann. Erstellen Sie in Ihrem Konto einen API-Schlüssel und verwenden Sie diesen.',
  SIGN_IN_ENDED: 'Diese Anmeldung hat zu lange gedauert. Melden Sie sich noch einmal an.',
  SECOND_FACTOR_REQUIRED:
    'Ihre Rolle erfordert eine Zwei-Faktor-Authentifizierung. Richten Sie sie zuerst in Ihrem Konto unter „Sicherheit“ ein.',
  PROOF_REQUIRED:
    'Bestätigen Sie zuerst, dass Sie es sind: Melden Sie sich neu an, oder geben Sie Ihren Code oder Ihr Passwort ein. Nichts wurde geändert.',
  EMAIL_OF_ACCOUNT:
    'Diese Person meldet sich mit dieser E-Mail-Adresse an. Ändern kann sie nur die Person selbst in ihrem Konto oder jemand, der ihre Rollen ändern kann.',
  MAIL_LINK_ENDED: 'Dieser Link funktioniert nicht mehr. Melden Sie sich an, um fortzufahren.',
  LINK_ENDED: 'Dieser Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
  REQUIRED: 'Bitte füllen Sie „{field}“ aus.',
  CHOICE_REQUIRED: 'Bitte wählen Sie „{field}“ aus.',
  TOO_LONG: 'Höchstens {most} Zeichen sind möglich (derzeit {count}).',
  TOO_SHORT: 'Geben Sie mindestens {least} Zeichen ein.',
  TOO_SMALL: 'Geben Sie {least} oder mehr ein.',
  TOO_LARGE_NUMBER: 'Geben Sie {most} oder weniger ein.',
  TOO_PRECISE: 'Höchstens {places} Nachkommastellen sind möglich.',
  NOT_A_NUMBER: 'Geben Sie eine Zahl ein, zum Beispiel {example}.',
  NOT_WHOLE: 'Geben Sie eine ganze Zahl ein.',
  NOT_YES_OR_NO: 'Wählen Sie Ja oder Nein.',
  NOT_A_DATE: 'Geben Sie ein Datum ein, zum Beispiel {example}.',
  NOT_A_TIME: 'Geben Sie eine Uhrzeit ein, zum Beispiel {example}.',
  NOT_A_DATE_AND_TIME: 'Geben Sie Datum und Uhrzeit ein, zum Beispiel {example}.',
  NO_SUCH_TIME:
    'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren vorgestellt werden. Wählen Sie eine frühere oder spätere.',
  NOT_A_DURATION: 'Geben Sie eine Dauer ein, zum Beispiel {example}.',
  NOT_A_CHOICE: 'Wählen Sie eine der Möglichkeiten: {choices}.',
  NOT_AN_EMAIL: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  NOT_A_URL: 'Geben Sie eine Webadresse ein, die mit https:// oder http:// beginnt.',
  NOT_A_PHONE: 'Geben Sie eine Telefonnummer ein, zum Beispiel +49 30 901820.',
  NOT_AN_ICON: 'Es gibt kein Symbol mit diesem Namen. Die Namen stehen auf lucide.dev/icons.',
  NO_SUCH_RECORD: 'Dieser Eintrag existiert nicht oder wurde gelöscht. Wählen Sie einen anderen.',
  NOT_OFFERED: '„{name}“ steht hier nicht zur Auswahl. Wählen Sie etwas anderes.',
  NOT_UNIQUE: 'Dieser Wert ist bereits vergeben.',
  FIELD_TAKEN: 'Dieser Wert für „{field}“ ist bereits vergeben.',
  COMBINATION_TAKEN: 'Diese Kombination ist bereits vergeben: {fields}.',
  ONE_LINE: 'Hier ist nur eine Zeile möglich.',
  ODD_CHARACTERS:
    'Der Text enthält Zeichen, die nicht angezeigt werden können. Entfernen Sie diese und versuchen Sie es erneut.',
  MIXED_ALPHABETS: 'Ein Wort enthält Buchstaben verschiedener Alphabete. Schreiben Sie jedes Wort in einem Alphabet.',
  NOT_A_TEXT: 'Geben Sie einen Text ein.',
  TOO_MANY: 'Wählen Sie höchstens {most} aus.',
  NO_FILES:
    'Dateien werden hier nicht angenommen oder nur von angemeldeten Personen. Es wurde nichts geändert. Entfernen Sie die Datei und versuchen Sie es erneut.',
  QUOTA:
    'Ihr Speicherplatz ist aufgebraucht ({limit}). Entfernen Sie nicht mehr benötigte Dateien und versuchen Sie es erneut.',
  QUOTA_IN_ALL: 'Der Speicherplatz für Dateien ist aufgebraucht ({limit}). Wenden Sie sich an Ihre Administration.',
  SENT_TWICE: 'Dieses Feld wurde mehrmals gesendet. Füllen Sie es erneut aus.',
  NOT_TO_FILL_IN: 'Dieser Wert wird berechnet und kann nicht eingegeben werden.',
  CSV_NOT_UTF8:
    'Diese Datei ist nicht in UTF-8 kodiert. Speichern Sie sie als „CSV UTF-8“ und versuchen Sie es erneut.',
  CSV_QUOTES: 'Ein Anführungszeichen fehlt, oder es ist eines zu viel.',
  CSV_TOO_LONG: 'Diese Zeile ist länger als {most} Zeichen; vielleicht fehlt ein Anführungszeichen.',
  CSV_COLUMNS: 'Diese Datei hat mehr als {most} Spalten.',
  CSV_NO_HEADER: 'Diese Datei ist leer. Die erste Zeile muss die Spaltennamen enthalten.',
  CSV_TWICE: 'Für dieses Feld gibt es zwei Spalten.',
  CSV_UNKNOWN_COLUMN: 'Unbekannte Spalte „{column}“.',
  CSV_NO_SUCH_RECORD: '„{value}“ wurde nicht gefunden ({entity}).',
  CSV_NEAR_RECORD: '„{value}“ wurde nicht gefunden ({entity}). Meinten Sie „{near}“?',
  CSV_CELLS: 'Diese Zeile hat {count} Zellen, die erste Zeile hat {columns}.',
  CSV_ROWS: 'Diese Datei hat mehr als {most} Zeilen.',
}

/** Those of calls, for programs. */
export const errorsOfCalls: ErrorMessagesOfCalls = {
  NOT_FOUND: 'Unter dieser Adresse gibt es nichts, was Sie lesen dürfen.',
  BAD_ADDRESS: 'Diese Adresse kann nicht gelesen werden. Prüfen Sie ihre Kodierung.',
  BAD_INPUT:
    'Diese Anfrage kann nicht gelesen werden. Es wurde nichts geändert. Prüfen Sie, ob ihr Inhalt gültiges JSON ist und ihre Kopfzeilen vollständig sind.',
  CONFLICT:
    'Dieser Eintrag wurde geändert, seit Sie ihn gelesen haben. Es wurde nichts überschrieben. Lesen Sie ihn neu und versuchen Sie es erneut.',
  ALREADY_SENT:
    'Dieser Idempotenzschlüssel wurde bereits für eine andere Anfrage verwendet. Diesmal wurde nichts geändert.',
  NOT_NOW: 'Das ist im gegenwärtigen Status des Eintrags nicht möglich. Es wurde nichts geändert.',
  UNKNOWN_FIELD: 'Dieser Aufruf hat keinen solchen Schlüssel. Es wurde nichts geändert.',
  NO_SUCH_RECORD: 'Diesen Eintrag gibt es nicht, oder er wurde gelöscht.',
}
