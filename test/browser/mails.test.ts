import {english, mailsOfARequest} from '../kit/lives-in-mails.ts'

// The German ones are looked at in the long run; their texts have tests in test/mail.
mailsOfARequest([english])
