/** Messages of mails in German. */
import type {MailMessages} from '../en/mail.ts'

export const german: MailMessages = {
  reset: ({name, product, link}) => ({
    subject: `Ein neues Passwort für ${product}`,
    text: `Guten Tag ${name},

jemand, vermutlich Sie selbst, hat ein neues Passwort für ${product} verlangt. Innerhalb der nächsten Stunde können Sie hier eines wählen:

${link}

Falls Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.
`,
  }),
  invitation: ({name, product, link, by}) => ({
    subject: `Sie sind eingeladen: ${product}`,
    text: `Guten Tag ${name},

${by === null ? 'Sie sind' : `${by} hat Sie`} zu ${product} eingeladen. Wählen Sie hier ein Passwort, und Sie sind dabei:

${link}

Der Link gilt einmal, innerhalb der nächsten 14 Tage.
`,
  }),
  signUp: ({name, product, link}) => ({
    subject: `Bestätigen Sie Ihre Adresse für ${product}`,
    text: `Guten Tag ${name},

jemand, vermutlich Sie selbst, hat sich mit dieser Adresse bei ${product} registriert. Wählen Sie hier innerhalb eines Tages ein Passwort, um die Registrierung abzuschließen:

${link}

Falls Sie es nicht waren, brauchen Sie nichts zu tun: Es wird kein Konto angelegt.
`,
  }),
  known: ({name, product, link}) => ({
    subject: `Sie haben schon ein Konto bei ${product}`,
    text: `Guten Tag ${name},

jemand, vermutlich Sie selbst, wollte sich mit dieser Adresse bei ${product} registrieren. Sie haben schon ein Konto. Melden Sie sich hier an, oder wählen Sie ein neues Passwort:

${link}

Falls Sie es nicht waren, brauchen Sie nichts zu tun: Nichts wurde geändert.
`,
  }),
  newAddress: ({name, product, link}) => ({
    subject: `Bestätigen Sie Ihre neue Adresse für ${product}`,
    text: `Guten Tag ${name},

jemand, vermutlich Sie selbst, möchte diese Adresse für das eigene Konto bei ${product} verwenden. Bestätigen Sie sie hier innerhalb eines Tages:

${link}

Falls Sie es nicht waren, brauchen Sie nichts zu tun: Nichts wird geändert.
`,
  }),
  moved: ({name, product, address}) => ({
    subject: `Ihre Adresse bei ${product} wurde geändert`,
    text: `Guten Tag ${name},

von nun an melden Sie sich bei ${product} mit ${address} an statt mit dieser Adresse.

Falls Sie es nicht waren, sagen Sie sofort denen Bescheid, die sich um ${product} kümmern.
`,
  }),
  plain: {create: 'Angelegt', update: 'Geändert', delete: 'Gelöscht'},
  did: (by, says) => `${by === null ? 'Das System' : by || 'Jemand'} ${says}.`,
  happened: ({action, by, plain = null, changes = '', sentence = null}) => {
    if (sentence !== null) return sentence
    const who = by || 'Jemand'
    if (plain === 'update') return `${who} hat ${changes || 'dies'} geändert.`
    if (plain !== null) return `${who} hat dies ${plain === 'delete' ? 'gelöscht' : 'angelegt'}.`
    return by === null ? `Automatisch: ${action}.` : `${action} durch ${by || 'jemanden'}.`
  },
  notice: {
    hello: name => `Guten Tag ${name},`,
    about: (record, happened) => `zu „${record}“: ${happened}`,
    why: product =>
      `Das schickt Ihnen ${product}, weil es Sie betrifft. Wenn Sie solche Mails nicht möchten, sagen Sie es hier:`,
  },
}
