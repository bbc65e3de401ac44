import {english, mailsOfARequest} from '../kit/lives-in-mails.ts'

// The German mails are rendered in the long run; their texts are tested in test/mail.
mailsOfARequest([english])
