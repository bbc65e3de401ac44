/** Messages of mails in German. */
import type {MailMessages} from '../language.ts'

export const mails: MailMessages = {
  reset: ({name, product, link}) => ({
    subject: `Passwort für „${product}“ zurücksetzen`,
    button: 'Neues Passwort wählen',
    text: `${name === null ? 'Guten Tag' : `Guten Tag ${name}`},

wir haben eine Anfrage erhalten, Ihr Passwort für „${product}“ zurückzusetzen. Legen Sie innerhalb der nächsten Stunde ein neues fest:

${link}

Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.
`,
  }),
  invitation: ({name, product, link, by}) => ({
    subject: `Einladung zu „${product}“`,
    button: 'Einladung annehmen',
    text: `${name === null ? 'Guten Tag' : `Guten Tag ${name}`},

${by === null ? 'Sie wurden' : `${by} hat Sie`} zu „${product}“ eingeladen. Legen Sie ein Passwort fest, um loszulegen:

${link}

Der Link funktioniert einmal und ist 60 Tage lang gültig.
`,
  }),
  signUp: ({product, link}) => ({
    subject: `Registrierung bei „${product}“ abschließen`,
    button: 'Registrierung abschließen',
    text: `Guten Tag,

mit dieser E-Mail-Adresse wurde eine Registrierung bei „${product}“ begonnen. Legen Sie innerhalb eines Tages ein Passwort fest, um sie abzuschließen:

${link}

Falls Sie das nicht waren, können Sie diese E-Mail ignorieren. Es wird kein Konto angelegt.
`,
  }),
  known: ({product, link}) => ({
    subject: `Sie haben bereits ein Konto bei „${product}“`,
    button: 'Anmelden',
    text: `Guten Tag,

jemand wollte sich mit dieser E-Mail-Adresse bei „${product}“ registrieren. Sie haben bereits ein Konto. Melden Sie sich an, oder setzen Sie Ihr Passwort zurück:

${link}

Falls Sie das nicht waren, können Sie diese E-Mail ignorieren. Es wurde nichts geändert.
`,
  }),
  newAddress: ({product, link}) => ({
    subject: `Neue E-Mail-Adresse für „${product}“ bestätigen`,
    button: 'Adresse bestätigen',
    text: `Guten Tag,

bestätigen Sie innerhalb eines Tages, dass Sie diese E-Mail-Adresse für Ihr Konto bei „${product}“ verwenden möchten:

${link}

Falls Sie das nicht waren, können Sie diese E-Mail ignorieren. Es wird nichts geändert.
`,
  }),
  asked: ({name, product, address}) => ({
    subject: `Ihre E-Mail-Adresse bei „${product}“ soll geändert werden`,
    text: `Guten Tag ${name},

Ihr Konto bei „${product}“ soll die E-Mail-Adresse ${address} bekommen. Sie ändert sich, wenn der Link, den wir dorthin gesendet haben, innerhalb eines Tages geöffnet wird.

Falls Sie das nicht möchten, ändern Sie Ihr Passwort bei „${product}“: Damit ist die Änderung hinfällig. Wenden Sie sich danach an die Administration von „${product}“.
`,
  }),
  newPassword: ({name, product}) => ({
    subject: `Ihr Passwort bei „${product}“ wurde geändert`,
    text: `Guten Tag ${name},

Ihr Passwort bei „${product}“ wurde geändert. Auf allen anderen Geräten wurden Sie abgemeldet. API-Schlüssel funktionieren weiterhin.

Falls Sie das nicht waren, legen Sie mit „Passwort vergessen?“ auf der Anmeldeseite ein neues fest, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  newKey: ({name, product}) => ({
    subject: `Neuer API-Schlüssel für Ihr Konto bei „${product}“`,
    text: `Guten Tag ${name},

für Ihr Konto bei „${product}“ wurde ein API-Schlüssel erstellt. Programme können damit in Ihrem Namen handeln, bis er abläuft oder widerrufen wird. Ein neues Passwort widerruft ihn nicht.

Falls Sie das nicht waren, widerrufen Sie den Schlüssel in Ihrem Konto, ändern Sie Ihr Passwort, und wenden Sie sich an die Administration von „${product}“.
`,
  }),
  factorAdded: ({name, product}) => ({
    subject: `Für Ihr Konto bei „${product}“ wurde ein zweiter Faktor eingerichtet`,
    text: `Guten Tag ${name},

ab jetzt brauchen Sie für die Anmeldung bei „${product}“ zusätzlich zum Passwort einen Code Ihrer Authenticator-App. Alle anderen Geräte wurden abgemeldet.

Falls Sie das nicht waren, wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  factorRemoved: ({name, product}) => ({
    subject: `Für Ihr Konto bei „${product}“ wurde der zweite Faktor abgeschaltet`,
    text: `Guten Tag ${name},

die Anmeldung bei „${product}“ verlangt keinen Code Ihrer Authenticator-App mehr.

Falls Sie das nicht waren, ändern Sie Ihr Passwort, richten Sie die App neu ein, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  passkeyAdded: ({name, product}) => ({
    subject: `Für Ihr Konto bei „${product}“ wurde ein Passkey hinzugefügt`,
    text: `Guten Tag ${name},

für Ihr Konto bei „${product}“ wurde ein Passkey hinzugefügt. Dessen Gerät kann sich ohne Ihr Passwort anmelden.

Falls Sie das nicht waren, entfernen Sie ihn in Ihrem Konto unter „Sicherheit“, ändern Sie Ihr Passwort, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  passkeyRemoved: ({name, product}) => ({
    subject: `Von Ihrem Konto bei „${product}“ wurde ein Passkey entfernt`,
    text: `Guten Tag ${name},

von Ihrem Konto bei „${product}“ wurde ein Passkey entfernt. Dessen Gerät kann sich damit nicht mehr anmelden.

Falls Sie das nicht waren, ändern Sie Ihr Passwort, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  providerAdded: ({name, product}) => ({
    subject: `Mit Ihrem Konto bei „${product}“ wurde eine Anmeldung verbunden`,
    text: `Guten Tag ${name},

ab jetzt können Sie sich bei „${product}“ auch mit dem Anbieter anmelden, den Sie verbunden haben.

Falls Sie das nicht waren, trennen Sie ihn in Ihrem Konto unter „Sicherheit“, ändern Sie Ihr Passwort, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  providerRemoved: ({name, product}) => ({
    subject: `Von Ihrem Konto bei „${product}“ wurde eine Anmeldung getrennt`,
    text: `Guten Tag ${name},

mit einem Anbieter, der mit Ihrem Konto bei „${product}“ verbunden war, können Sie sich dort nicht mehr anmelden.

Falls Sie das nicht waren, ändern Sie Ihr Passwort, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  recoveryCode: ({name, product}) => ({
    subject: `Ein Wiederherstellungscode Ihres Kontos bei „${product}“ wurde benutzt`,
    text: `Guten Tag ${name},

anstelle eines Codes Ihrer Authenticator-App wurde ein Wiederherstellungscode Ihres Kontos bei „${product}“ benutzt. Er funktioniert nicht noch einmal.

Falls Sie das nicht waren, ändern Sie Ihr Passwort, erstellen Sie neue Wiederherstellungscodes, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  newDevice: ({name, product, device, place, when}) => ({
    subject: `Neue Anmeldung bei „${product}“`,
    text: `Guten Tag ${name},

bei Ihrem Konto bei „${product}“ hat sich jemand auf einem Gerät angemeldet, das Sie bisher nicht benutzt haben:

${device}, von ${place}, am ${when}

Wenn Sie das waren, müssen Sie nichts tun.

Falls Sie das nicht waren, melden Sie dieses Gerät in Ihrem Konto unter „Sicherheit“ ab, ändern Sie Ihr Passwort, und wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  moved: ({name, product, address}) => ({
    subject: `Ihre E-Mail-Adresse bei „${product}“ wurde geändert`,
    text: `Guten Tag ${name},

ab jetzt melden Sie sich bei „${product}“ mit ${address} statt mit dieser E-Mail-Adresse an.

Falls Sie das nicht waren, wenden Sie sich umgehend an die Administration von „${product}“.
`,
  }),
  plainly: {
    create: (by, record, kind) => `${by || 'Jemand'} hat einen Eintrag angelegt: ${kind} „${record}“`,
    update: (by, record, kind) => `${by || 'Jemand'} hat einen Eintrag geändert: ${kind} „${record}“`,
    delete: (by, record, kind) => `${by || 'Jemand'} hat einen Eintrag gelöscht: ${kind} „${record}“`,
  },
  notice: {
    about: (record, happened) => `${record}: ${happened}`,
    open: product => `In „${product}“ öffnen`,
    once: 'Sie bestätigen Ihre Antwort auf der nächsten Seite, ohne Anmeldung. Die Links gelten nur für Sie, nur einmal und 7 Tage lang.',
    why: product => `Sie erhalten diese E-Mail, weil E-Mail-Benachrichtigungen in „${product}“ eingeschaltet sind.`,
    whyWaiting: () => 'Sie erhalten diese E-Mail, weil Sie darauf antworten können.',
    whyOwn: () => 'Sie erhalten diese E-Mail, weil es Ihr Eintrag ist.',
    settings: 'E-Mail-Einstellungen',
    unsubscribe: 'Abbestellen',
    from: (by, product) => `${by} (${product})`,
  },
}
