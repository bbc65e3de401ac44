/** The built-in error messages in German, by code. A row of the document takes precedence. */
export const germanErrors = {
  NOT_FOUND: 'Unter dieser Adresse ist nichts. Vielleicht ist es umgezogen, oder der Link ist alt.',
  FAILURE:
    'Bei uns ist etwas schiefgegangen, und nichts wurde geändert. Versuchen Sie es noch einmal; geschieht es wieder, nennen Sie bitte {reference}.',
  BAD_ADDRESS: 'Diese Adresse ist nicht lesbar. Vielleicht wurde sie auf dem Weg zu Ihnen beschädigt.',
  BAD_INPUT:
    'Was gesendet wurde, war nicht lesbar. Nichts wurde geändert. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  CROSS_SITE:
    'Das kam von einer anderen Website und wurde deshalb abgelehnt. Nichts wurde geändert. Öffnen Sie die Seite hier und versuchen Sie es noch einmal.',
  FORBIDDEN: 'Das dürfen Sie nicht. Nichts wurde geändert.',
  CONFLICT:
    'Jemand anderes hat das inzwischen geändert. Sehen Sie sich beide Fassungen an und speichern Sie, was gelten soll. Nichts wurde überschrieben.',
  ALREADY_SENT:
    'Dieses Formular wurde schon mit anderem Inhalt gesendet. Diesmal wurde nichts geändert. Prüfen Sie es und senden Sie es noch einmal.',
  STALE_FORM:
    'Dieses Formular wurde in einer anderen Sitzung geöffnet, zum Beispiel vor der Anmeldung. Nichts wurde geändert. Prüfen Sie es und senden Sie es noch einmal. Geschieht es wieder, erlauben Sie Cookies für diese Website.',
  NOT_NOW: 'Das geht so, wie es gerade steht, nicht. Nichts wurde geändert.',
  REFERRED_TO: 'Das kann nicht gelöscht werden, weil anderes darauf verweist: {by}.',
  BUSY: 'Gerade geschieht zu viel auf einmal. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
  IMPORT_RUNNING:
    'Ihre letzte Datei wird noch geprüft. Warten Sie, bis sie fertig ist, und versuchen Sie es dann noch einmal. Nichts wurde geändert.',
  STORAGE_FULL:
    'Im Moment kann nichts gespeichert werden: Der Server hat keinen Speicherplatz mehr. Nichts wurde geändert. Lesen können Sie weiterhin.',
  STORAGE_FAILED:
    'Im Moment kann nichts gespeichert werden: Der Server kann nicht auf seinen Speicher schreiben. Nichts wurde geändert. Lesen können Sie weiterhin.',
  OUTCOME_UNKNOWN:
    'Das Speichern brach ab, deshalb ist die Änderung vielleicht erhalten, vielleicht nicht. Sehen Sie nach, bevor Sie es noch einmal versuchen.',
  UNKNOWN_FIELD: 'Dieses Feld gibt es hier nicht. Nichts wurde geändert.',
  NO_ACTIONS: 'An diese Seite kann nichts gesendet werden. Nichts wurde geändert.',
  UNKNOWN_ACTION:
    'Diese Seite kann das nicht mehr; vielleicht hat sie sich geändert, seit Sie sie geöffnet haben. Laden Sie sie neu und versuchen Sie es noch einmal.',
  TOO_LARGE: 'Das ist mehr, als diese Seite auf einmal annimmt: höchstens {limit}. Nichts wurde geändert.',
  UNSUPPORTED: 'Diese Art von Inhalt kann hier nicht gesendet werden. Nichts wurde geändert.',
  TOO_MANY_REQUESTS: 'Das wurde zu oft versucht. Bitte warten Sie {wait} und versuchen Sie es dann noch einmal.',
  SIGN_IN_FAILED:
    'Diese E-Mail-Adresse und dieses Passwort gehören nicht zusammen. Prüfen Sie beides, oder wählen Sie ein neues Passwort.',
  KNOWN_ADDRESS:
    'Mit dieser Adresse kann niemand neu dazukommen. Wenn Sie schon einmal hier waren, melden Sie sich an oder wählen Sie ein neues Passwort.',
  EASY_PASSWORD: 'Das würden andere mit als Erstes raten. Gut sind ein paar Wörter, die nicht zusammengehören.',
  WRONG_PASSWORD: 'Das ist nicht Ihr jetziges Passwort.',
  LINK_ENDED: 'Dieser Link geht nicht mehr. Er wurde schon benutzt, oder er ist zu alt. Bitten Sie um einen neuen.',
  REQUIRED: 'Bitte füllen Sie das aus.',
  TOO_LONG: 'Hier passen höchstens {most} Zeichen hin, und das sind {count}.',
  TOO_SHORT: 'Hier braucht es mindestens {least} Zeichen.',
  TOO_SMALL: 'Das Kleinste, was hier passt, ist {least}.',
  TOO_LARGE_NUMBER: 'Das Größte, was hier passt, ist {most}.',
  TOO_PRECISE: 'Hier passen höchstens {places} Stellen nach dem Komma hin.',
  NOT_A_NUMBER: 'Das ist keine Zahl. Schreiben Sie sie so: {example}.',
  NOT_WHOLE: 'Hier passen nur ganze Zahlen hin.',
  NOT_YES_OR_NO: 'Bitte antworten Sie mit Ja oder Nein.',
  NOT_A_DATE: 'Das ist kein Datum. Schreiben Sie es so: {example}.',
  NOT_A_TIME: 'Das ist keine Uhrzeit. Schreiben Sie sie so: {example}.',
  NOT_A_DATE_AND_TIME: 'Das ist kein Datum mit Uhrzeit. Schreiben Sie es so: {example}.',
  NO_SUCH_TIME:
    'Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren vorgestellt werden. Wählen Sie eine davor oder danach.',
  NOT_A_DURATION: 'Das ist keine Dauer. Schreiben Sie sie so: {example}.',
  NOT_A_CHOICE: 'Bitte wählen Sie eines davon: {choices}.',
  NOT_AN_EMAIL: 'Das ist keine E-Mail-Adresse. Sie sieht so aus: name@example.com.',
  NOT_A_URL: 'Das ist keine Webadresse. Sie beginnt mit https:// oder http://.',
  NOT_A_PHONE: 'Das ist keine Telefonnummer. Schreiben Sie sie so: +49 30 901820.',
  NO_SUCH_RECORD: 'Das gibt es nicht, oder nicht mehr. Bitte wählen Sie noch einmal.',
  NOT_OFFERED: '„{name}“ kann hier nicht gewählt werden. Bitte wählen Sie etwas anderes.',
  NOT_UNIQUE: 'So etwas gibt es schon.',
  ONE_LINE: 'Hier passt nur eine Zeile hin.',
  ODD_CHARACTERS: 'Darin sind Zeichen, die nicht angezeigt werden können. Bitte schreiben Sie es neu.',
  MIXED_ALPHABETS:
    'Hier sind Buchstaben verschiedener Alphabete in einem Wort gemischt. Schreiben Sie jedes Wort in einem Alphabet.',
  NOT_A_TEXT: 'Hier braucht es einen Text.',
  TOO_MANY: 'Hier passen höchstens {most} hin.',
  NO_FILES:
    'Dateien werden hier nicht angenommen, oder nur von angemeldeten Personen. Nichts wurde geändert. Entfernen Sie die Datei und versuchen Sie es noch einmal.',
  QUOTA:
    'Für Ihre Dateien ist kein Platz mehr: Zusammen dürfen sie {limit} groß sein. Entfernen Sie nicht mehr benötigte und versuchen Sie es noch einmal.',
  QUOTA_IN_ALL:
    'Für Dateien ist kein Platz mehr: Alle zusammen dürfen {limit} groß sein. Bitte wenden Sie sich an die Betreiber.',
  SENT_TWICE: 'Das wurde mehrmals gesendet, und nur einmal ist Platz. Bitte füllen Sie es noch einmal aus.',
  NOT_TO_FILL_IN: 'Das kann nicht ausgefüllt werden: Es ergibt sich aus anderem.',
  CSV_NOT_UTF8:
    'Diese Datei ist nicht in UTF-8 geschrieben. Speichern Sie sie als „CSV UTF-8“ und versuchen Sie es noch einmal.',
  CSV_QUOTES: 'Hier fehlt ein Anführungszeichen, oder es ist eines zu viel.',
  CSV_TOO_LONG: 'Diese Zeile ist länger als {most} Zeichen; vielleicht fehlt ein Anführungszeichen.',
  CSV_COLUMNS: 'Das sind mehr als {most} Spalten.',
  CSV_NO_HEADER: 'Die erste Zeile muss die Felder nennen, und es gibt keine.',
  CSV_TWICE: 'Dieses Feld hat schon eine Spalte.',
  CSV_UNKNOWN_COLUMN: 'Unbekannte Spalte „{column}“.',
  CSV_NO_SUCH_RECORD: '„{value}“ gibt es nicht ({entity}).',
  CSV_CELLS: 'Diese Zeile hat {count} Zellen, die erste hat {columns}.',
  CSV_ROWS: 'Das sind mehr als {most} Zeilen.',
}
