/** The built-in error codes. A row in point 8 replaces the message; the status is fixed. */
import type {CatalogueEntry} from './model.ts'

export const ownErrors = {
  NOT_FOUND: own(404, 'There is nothing at this address. It may have been moved, or the link may be old.'),
  FAILURE: own(
    500,
    'Something went wrong on our side, and nothing was changed. Try again; if it happens twice, quote {reference}.',
  ),
  BAD_ADDRESS: own(400, 'This address cannot be read. It may have been damaged on its way to you.'),
  BAD_INPUT: own(400, 'What was sent could not be read. Nothing was changed. Go back, reload the page and try again.'),
  CROSS_SITE: own(
    403,
    'This was sent from another site, so it was refused. Nothing was changed. Open the page here and try again.',
  ),
  FORBIDDEN: own(403, 'You may not do this. Nothing was changed.'),
  CONFLICT: own(
    409,
    'Somebody else changed this meanwhile. Look at both versions, and save again what should hold. Nothing was overwritten.',
  ),
  ALREADY_SENT: own(
    409,
    'This form was already sent with different content. Nothing was changed this time. Check it and send it again.',
  ),
  STALE_FORM: own(
    409,
    'This form was opened in another session, for example before you signed in. Nothing was changed. Check it and send it again. If this happens again, allow cookies for this site.',
  ),
  NOT_NOW: own(409, 'This cannot be done as things stand now. Nothing was changed.'),
  REFERRED_TO: own(409, 'This cannot be deleted, because others refer to it: {by}.'),
  BUSY: own(503, 'Too much is happening at once. Nothing was changed. Try again in a moment.'),
  IMPORT_RUNNING: own(409, 'Your last file is still being checked. Wait for it, then try again. Nothing was changed.'),
  STORAGE_FULL: own(
    507,
    'Nothing can be saved at the moment: the server has run out of space. Nothing was changed. You can go on reading.',
  ),
  STORAGE_FAILED: own(
    503,
    'Nothing can be saved at the moment: the server cannot write to its storage. Nothing was changed. You can go on reading.',
  ),
  OUTCOME_UNKNOWN: own(
    503,
    'Saving broke off, so the change may or may not have been kept. Look at the record before you try again.',
  ),
  UNKNOWN_FIELD: own(422, 'There is no such field here. Nothing was changed.'),
  NO_ACTIONS: own(405, 'Nothing can be sent to this page. Nothing was changed.'),
  UNKNOWN_ACTION: own(
    422,
    'This page cannot do that any more; it may have changed since you opened it. Reload it and try again.',
  ),
  TOO_LARGE: own(413, 'That is more than this page takes at once: at most {limit}. Nothing was changed.'),
  UNSUPPORTED: own(415, 'This kind of content cannot be sent here. Nothing was changed.'),
  TOO_MANY_REQUESTS: own(429, 'That was tried too often. Please wait {wait}, then try again.'),
  SIGN_IN_FAILED: own(
    422,
    'This e-mail address and password do not go together. Check both, or choose a new password.',
  ),
  KNOWN_ADDRESS: own(
    422,
    'Nobody new can join with this address. If you have been here before, sign in, or choose a new password.',
  ),
  EASY_PASSWORD: own(
    422,
    'This is among the first that others would guess. A few words that do not belong together are good.',
  ),
  WRONG_PASSWORD: own(422, 'This is not your present password.'),
  LINK_ENDED: own(410, 'This link does not work any more. It has been used, or it is too old. Ask for a new one.'),
  REQUIRED: own(422, 'Please fill this in.'),
  TOO_LONG: own(422, 'At most {most} characters fit here, and these are {count}.'),
  TOO_SHORT: own(422, 'At least {least} characters are needed here.'),
  TOO_SMALL: own(422, 'The least that fits here is {least}.'),
  TOO_LARGE_NUMBER: own(422, 'The most that fits here is {most}.'),
  TOO_PRECISE: own(422, 'At most {places} digits after the point fit here.'),
  NOT_A_NUMBER: own(422, 'This is not a number. Write it like this: {example}.'),
  NOT_WHOLE: own(422, 'Only whole numbers fit here.'),
  NOT_YES_OR_NO: own(422, 'Please answer yes or no.'),
  NOT_A_DATE: own(422, 'This is not a date. Write it like this: {example}.'),
  NOT_A_TIME: own(422, 'This is not a time of day. Write it like this: {example}.'),
  NOT_A_DATE_AND_TIME: own(422, 'This is not a date with a time. Write it like this: {example}.'),
  NO_SUCH_TIME: own(
    422,
    'There is no such time on that day, because the clocks go forward. Choose one before or after.',
  ),
  NOT_A_DURATION: own(422, 'This is not a length of time. Write it like this: {example}.'),
  NOT_A_CHOICE: own(422, 'Please choose one of: {choices}.'),
  NOT_AN_EMAIL: own(422, 'This is not an e-mail address. It looks like this: name@example.com.'),
  NOT_A_URL: own(422, 'This is not a web address. It begins with https:// or http://.'),
  NOT_A_PHONE: own(422, 'This is not a telephone number. Write it like this: +44 20 7946 0000.'),
  NO_SUCH_RECORD: own(422, 'This does not exist, or not any more. Please choose again.'),
  NOT_OFFERED: own(422, '“{name}” cannot be chosen here. Please choose another one.'),
  NOT_UNIQUE: own(422, 'There is one like this already.'),
  ONE_LINE: own(422, 'Only one line fits here.'),
  ODD_CHARACTERS: own(422, 'There are characters in it that cannot be shown. Please write it anew.'),
  MIXED_ALPHABETS: own(
    422,
    'Letters of different alphabets are mixed in one word here. Write each word in one alphabet.',
  ),
  NOT_A_TEXT: own(422, 'A text is needed here.'),
  TOO_MANY: own(422, 'At most {most} fit here.'),
  NO_FILES: own(
    403,
    'Files are not accepted here, or only from people who have signed in. Nothing was changed. Remove the file and try again.',
  ),
  QUOTA: own(
    422,
    'There is no room left for your files: they may take {limit} together. Remove some that are no longer needed and try again.',
  ),
  QUOTA_IN_ALL: own(
    422,
    'There is no room left for files: all of them may take {limit} together. Please tell the people who run this.',
  ),
  SENT_TWICE: own(422, 'This was sent more than once, with one place to put it. Please fill it in again.'),
  NOT_TO_FILL_IN: own(422, 'This cannot be filled in: it follows from something else.'),
  CSV_NOT_UTF8: own(422, 'This file is not written in UTF-8. Save it as “CSV UTF-8” and try again.'),
  CSV_QUOTES: own(422, 'A quotation mark is missing here, or there is one too many.'),
  CSV_TOO_LONG: own(422, 'This row is longer than {most} characters; a quotation mark may be missing.'),
  CSV_COLUMNS: own(422, 'There are more than {most} columns.'),
  CSV_NO_HEADER: own(422, 'The first row must name the fields, and there is none.'),
  CSV_TWICE: own(422, 'This field has a column already.'),
  CSV_UNKNOWN_COLUMN: own(422, 'Unknown column “{column}”.'),
  CSV_NO_SUCH_RECORD: own(422, 'No {entity} called “{value}”.'),
  CSV_CELLS: own(422, 'This row has {count} cells, and the first row has {columns}.'),
  CSV_ROWS: own(422, 'There are more than {most} rows.'),
} as const satisfies Record<string, Omit<CatalogueEntry, 'code'>>

export type OwnCode = keyof typeof ownErrors

function own(status: number, message: string): Omit<CatalogueEntry, 'code'> {
  return {status, message}
}
