/** The built-in error codes. A row in point 8 replaces the message; the status is fixed. */
import type {CatalogueEntry} from './model.ts'

export const ownErrors = {
  NOT_FOUND: own(404, 'This page doesn’t exist, or you don’t have access to it.'),
  FAILURE: own(
    500,
    'Something went wrong on our side. Nothing was changed. Try again; if it happens again, contact your administrator and quote {reference}.',
  ),
  NOT_SIGNED_IN: own(401, 'Sign in first: this call needs a valid key or token.'),
  VERSION_DIFFERS: own(
    412,
    'This record has changed since you read it. Nothing was changed. Read it again and try again.',
  ),
  WRONG_METHOD: own(405, 'This address does not accept this method.'),
  NOT_AN_OBJECT: own(422, 'Send a JSON object here.'),
  NOT_A_LIST: own(422, 'Send a JSON array here.'),
  BAD_ADDRESS: own(400, 'This link is broken. Check the address and try again.'),
  BAD_INPUT: own(400, 'We couldn’t process that. Nothing was changed. Reload the page and try again.'),
  CROSS_SITE: own(
    403,
    'This request came from another site and was blocked. Nothing was changed. Open the page here and try again.',
  ),
  FORBIDDEN: own(403, 'You don’t have permission to do this. Nothing was changed.'),
  CONFLICT: own(
    409,
    'Someone else changed this record. Nothing was overwritten. Compare both versions and save again.',
  ),
  ALREADY_SENT: own(
    409,
    'This form was already sent with different content. Nothing was changed this time. Check it and send it again.',
  ),
  STALE_FORM: own(
    409,
    'This form was opened in another session, for example before you signed in. Nothing was changed. Check it and send it again. If this happens again, allow cookies for this site.',
  ),
  NOT_NOW: own(409, 'You can’t do this right now. Something may have changed since you opened the page.'),
  UNDO_LATE: own(
    409,
    'This can no longer be undone because notifications have already been sent. Nothing was changed.',
  ),
  UNDO_OVERTAKEN: own(
    409,
    'This can no longer be undone because someone has changed or used the record since. Nothing was changed.',
  ),
  REFERRED_TO: own(409, 'This can’t be deleted because it still has {by}.'),
  PERSON_IN_USE: own(
    409,
    'This person can’t be deleted because they have created or changed records. Deactivate them instead, so that they can no longer sign in.',
  ),
  LAST_ADMINISTRATOR: own(
    409,
    'No one else who can sign in could give people their roles afterwards. Nothing was changed. Make someone else an administrator first.',
  ),
  BUSY: own(503, 'The server is busy. Nothing was changed. Try again in a moment.'),
  FILE_MISSING: own(
    404,
    'The file “{name}” is missing on the server. Ask your administrator to restore it from a backup.',
  ),
  UNAVAILABLE: own(503, 'This service is not available at the moment. Nothing was changed. Try again in a minute.'),
  IMPORT_RUNNING: own(
    409,
    'Your last file is still being checked. Nothing was changed. Wait until it’s finished, then try again.',
  ),
  STORAGE_FULL: own(
    507,
    'Nothing can be saved at the moment because the server is out of disk space. Nothing was changed. You can still view records.',
  ),
  STORAGE_FAILED: own(
    503,
    'Nothing can be saved at the moment because the server can’t write to its storage. Nothing was changed. You can still view records.',
  ),
  OUTCOME_UNKNOWN: own(
    503,
    'The connection to the database was lost while saving. Check the record before you try again: the change may or may not have been saved.',
  ),
  UNKNOWN_FIELD: own(422, 'This form has no such field. Nothing was changed.'),
  NO_ACTIONS: own(405, 'This page doesn’t accept input. Nothing was changed.'),
  UNKNOWN_ACTION: own(422, 'This action is no longer available. Reload the page and try again.'),
  TOO_LARGE: own(413, 'This is too large: the limit is {limit}. Nothing was changed.'),
  UNSUPPORTED: own(415, 'This type of content isn’t supported. Nothing was changed.'),
  TOO_MANY_REQUESTS: own(429, 'Too many attempts. Wait {wait}, then try again.'),
  SIGN_IN_FAILED: own(422, 'Incorrect email or password.'),
  KNOWN_ADDRESS: own(
    422,
    'This email can’t be used to sign up. If you already have an account, sign in or reset your password.',
  ),
  OTHER_DOMAIN: own(422, 'Sign up with an email address ending in {domains}.'),
  EASY_PASSWORD: own(422, 'This password is too easy to guess. A few unrelated words work well.'),
  WRONG_PASSWORD: own(422, 'Incorrect current password.'),
  EMAIL_OF_ACCOUNT: own(
    403,
    'This person signs in with this email. Only they can change it, in their account, or someone who can change their roles.',
  ),
  MAIL_LINK_ENDED: own(410, 'This link no longer works. Sign in to continue.'),
  LINK_ENDED: own(410, 'This link has expired or has already been used. Request a new one.'),
  REQUIRED: own(422, 'Enter {a_field}.'),
  CHOICE_REQUIRED: own(422, 'Choose {a_field}.'),
  TOO_LONG: own(422, 'Use at most {most} characters (currently {count}).'),
  TOO_SHORT: own(422, 'Use at least {least} characters.'),
  TOO_SMALL: own(422, 'Enter {least} or more.'),
  TOO_LARGE_NUMBER: own(422, 'Enter {most} or less.'),
  TOO_PRECISE: own(422, 'Use at most {places} decimal places.'),
  NOT_A_NUMBER: own(422, 'Enter a number, for example {example}.'),
  NOT_WHOLE: own(422, 'Enter a whole number.'),
  NOT_YES_OR_NO: own(422, 'Choose yes or no.'),
  NOT_A_DATE: own(422, 'Enter a date, for example {example}.'),
  NOT_A_TIME: own(422, 'Enter a time, for example {example}.'),
  NOT_A_DATE_AND_TIME: own(422, 'Enter a date and time, for example {example}.'),
  NO_SUCH_TIME: own(
    422,
    'This time doesn’t exist on that day because the clocks go forward. Choose an earlier or later time.',
  ),
  NOT_A_DURATION: own(422, 'Enter a duration, for example {example}.'),
  NOT_A_CHOICE: own(422, 'Choose one of: {choices}.'),
  NOT_AN_EMAIL: own(422, 'Enter an email address, for example name@example.com.'),
  NOT_A_URL: own(422, 'Enter a web address that starts with https:// or http://.'),
  NOT_A_PHONE: own(422, 'Enter a phone number, for example +44 20 7946 0000.'),
  NOT_AN_ICON: own(422, 'There’s no icon with this name. Find the names at lucide.dev/icons.'),
  NO_SUCH_RECORD: own(422, 'This record doesn’t exist or was deleted. Choose another one.'),
  NOT_OFFERED: own(422, '“{name}” isn’t available here. Choose another one.'),
  NOT_UNIQUE: own(422, 'This value is already in use.'),
  FIELD_TAKEN: own(422, 'This {field} is already in use.'),
  COMBINATION_TAKEN: own(422, 'This combination of {fields} is already in use.'),
  ONE_LINE: own(422, 'Use a single line.'),
  ODD_CHARACTERS: own(422, 'This contains characters that can’t be displayed. Remove them and try again.'),
  MIXED_ALPHABETS: own(422, 'One of the words mixes letters from different alphabets. Use a single alphabet per word.'),
  NOT_A_TEXT: own(422, 'Enter text.'),
  TOO_MANY: own(422, 'Choose at most {most}.'),
  NO_FILES: own(
    403,
    'Files are not accepted here, or only from people who are signed in. Nothing was changed. Remove the file and try again.',
  ),
  QUOTA: own(422, 'You’ve used all your storage ({limit}). Remove files you no longer need and try again.'),
  QUOTA_IN_ALL: own(422, 'The storage for files is full ({limit}). Contact your administrator.'),
  SENT_TWICE: own(422, 'This field was sent more than once. Fill it in again.'),
  NOT_TO_FILL_IN: own(422, 'This value is calculated and can’t be entered.'),
  CSV_NOT_UTF8: own(422, 'This file isn’t encoded in UTF-8. Save it as “CSV UTF-8” and try again.'),
  CSV_QUOTES: own(422, 'A quotation mark is missing, or there is one too many.'),
  CSV_TOO_LONG: own(422, 'This row is longer than {most} characters; a quotation mark may be missing.'),
  CSV_COLUMNS: own(422, 'This file has more than {most} columns.'),
  CSV_NO_HEADER: own(422, 'This file is empty. The first row must contain the column names.'),
  CSV_TWICE: own(422, 'There are two columns for this field.'),
  CSV_UNKNOWN_COLUMN: own(422, 'Unknown column “{column}”.'),
  CSV_NO_SUCH_RECORD: own(422, 'No {entity} called “{value}”.'),
  CSV_NEAR_RECORD: own(422, 'No {entity} called “{value}”. Did you mean “{near}”?'),
  CSV_CELLS: own(422, 'This row has {count} cells, but the first row has {columns}.'),
  CSV_ROWS: own(422, 'This file has more than {most} rows.'),
} as const satisfies Record<string, Omit<CatalogueEntry, 'code'>>

export type OwnCode = keyof typeof ownErrors

function own(status: number, message: string): Omit<CatalogueEntry, 'code'> {
  return {status, message}
}

/** Messages that name a page or a form, as programs read them. A row in point 8, or point 7, replaces them too. */
export const errorsOfCalls = {
  NOT_FOUND: 'There is nothing at this address that you may read.',
  BAD_ADDRESS: 'This address cannot be read. Check its encoding.',
  BAD_INPUT:
    'This request cannot be read. Nothing was changed. Check that its body is valid JSON and its headers are complete.',
  CONFLICT: 'This record has changed since you read it. Nothing was overwritten. Read it again and try again.',
  ALREADY_SENT: 'This idempotency key was already used for another request. Nothing was changed this time.',
  NOT_NOW: 'This is not possible in the present state of the record. Nothing was changed.',
  UNKNOWN_FIELD: 'This call has no such key. Nothing was changed.',
  NO_SUCH_RECORD: 'There is no such record, or it was deleted.',
} as const satisfies Partial<Record<OwnCode, string>>

export type CodeOfCalls = keyof typeof errorsOfCalls
