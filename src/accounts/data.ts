/** The data of the screens about people, shared by server and browser. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type {LinkData, Problem} from '../engine/page/common.ts'
import type {FilterData, ListData} from '../features/collections/data.ts'
import type {FormFieldData} from '../features/forms/data.ts'

/** A page with a single form: sign-in, sign-up, choosing a password. */
export interface EntryData {
  readonly heading: string
  readonly intro: string
  /** Confirms something that has happened. */
  readonly notice: string | null
  /** Says why something has not happened. */
  readonly refusal?: string
  /** Null if there is nothing left to do here. */
  readonly form: EntryForm | null
  readonly links: readonly {readonly label: string; readonly href: string}[]
  /** Other ways to sign in: each leads to a provider. */
  readonly providers?: readonly ProviderLinkData[]
  /** Where passkeys are used: how to sign in or confirm with one. */
  readonly passkey?: PasskeyAskData
  readonly demo: readonly DemoPersonData[]
  /** Input that was submitted after the session had expired; kept until the person has signed in. */
  readonly pendingForm: string | null
}

interface ProviderLinkData {
  readonly label: string
  readonly href: string
  /** This page stays, because it holds what was typed. */
  readonly opensTab?: boolean
}

/** The names of the forms on such a page, sent to the address where the input was typed. */
export const pendingFormField = '_kept'
export const pendingFormActions: Readonly<Record<string, string>> = {
  'sign in': '_sign in',
  'second factor': '_second factor',
  passkey: '_passkey',
  confirm: '_confirm',
  'look around': '_look around',
}

export interface EntryForm {
  readonly action: string
  readonly label: string
  readonly fields: readonly FormFieldData[]
  readonly hidden?: readonly {readonly name: string; readonly value: string}[]
  readonly problems: readonly Problem[]
  /** It signs out: the browser loads a new document, so that no data of the person remains. */
  readonly signsOut: boolean
}

export interface PasskeyAskData {
  readonly options: PublicKeyCredentialRequestOptionsJSON
  /** Comes back with the answer. */
  readonly secret: string
  readonly action: string
  readonly hidden: readonly {readonly name: string; readonly value: string}[]
  readonly label: string
  readonly failed: string
  /** What is said without JavaScript. */
  readonly script: string
  /** Whether the browser offers it while the address is typed. */
  readonly autofills: boolean
}

export interface DemoPersonData {
  readonly id: string
  readonly name: string
  readonly is: string
}

export interface AccountData {
  readonly version: number
  readonly details: readonly FormFieldData[]
  /** Empty for a person without a password. */
  readonly password: readonly FormFieldData[]
  /** How a person without a password signs in, unless they belong to a demonstration. */
  readonly signsInWith?: string
  readonly problems: readonly Problem[]
  readonly notice: string | null
  /** Leads to the devices and to what else secures the account. */
  readonly security: {
    readonly text: string
    /** By when a second factor has to be set up; null if it need not. */
    readonly reminder: string | null
    readonly link: LinkData
  }
  /** Null if notifications by mail are not available. */
  readonly wantsMail: boolean | null
  /** The choice of a language; empty if the document offers only one. */
  readonly languages: readonly FormFieldData[]
  readonly mayInvite: boolean
  /** Link to the person's subscriptions; null if no page has a feed. */
  readonly subscriptions?: LinkData | null
  /** Link to failed outgoing calls; null for people who may not see them. */
  readonly failedCalls?: LinkData | null
  /** Link to the audit log; null for people who may not see it. */
  readonly auditLog?: LinkData | null
  /** Null if the application has no calls. */
  readonly keys: KeysData | null
}

/** The API keys of a person. */
export interface KeysData {
  readonly listed: readonly KeyData[]
  /** The roles to choose from for a new key. */
  readonly roles: readonly string[]
  /** A new key, shown only once. */
  readonly made: string | null
  /** What was typed for a new key. */
  readonly name: string
}

export interface KeyData {
  readonly id: string
  readonly name: string
  /** Null for all roles. */
  readonly roles: readonly string[] | null
  /** For people. */
  readonly made: string
  readonly used: string | null
  readonly until: string | null
}

/** How an account is secured. Includes all texts, because no other page needs them. */
export interface SecurityData {
  readonly heading: string
  readonly intro: string
  readonly back: LinkData
  readonly notice: string | null
  /** Says why something has not happened. */
  readonly refusal?: string
  /** Null for people who sign in without a password. */
  readonly factor: FactorData | null
  /** An authenticator app that is being set up; nothing else is shown then. */
  readonly setup: AppSetupData | null
  /** Null where there are none. */
  readonly passkeys: PasskeysData | null
  /** Null where no one signs in with a provider. */
  readonly providers: ProvidersData | null
  /** A passkey that is being created; nothing else is shown then. */
  readonly newPasskey: NewPasskeyData | null
  /** New recovery codes, shown only once. */
  readonly codes: RecoveryCodesData | null
  readonly devices: {
    readonly heading: string
    readonly intro: string
    readonly listed: readonly DeviceData[]
    readonly onlyHere: string | null
    readonly signOutOthers: string | null
  }
}

export interface ProvidersData {
  readonly heading: string
  readonly text: string
  readonly listed: readonly ProviderData[]
}

export interface ProviderData {
  readonly key: string
  readonly label: string
  readonly fact: string
  readonly button: {readonly action: string; readonly text: string; readonly label: string}
}

export interface FactorData {
  readonly heading: string
  readonly texts: readonly string[]
  readonly buttons: readonly {readonly action: string; readonly label: string; readonly isMain: boolean}[]
}

export interface AppSetupData {
  readonly steps: readonly string[]
  /** A square of this many modules. */
  readonly qr: {readonly path: string; readonly size: number; readonly label: string}
  /** For apps on this device. */
  readonly open: LinkData
  readonly secret: {readonly label: string; readonly text: string}
  readonly form: EntryForm
}

export interface PasskeysData {
  readonly heading: string
  readonly text: string
  readonly listed: readonly PasskeyData[]
  readonly add: {readonly action: string; readonly label: string}
}

export interface PasskeyData {
  readonly id: string
  readonly name: string
  readonly facts: string
  readonly rename: Readonly<Record<'action' | 'label' | 'field' | 'save', string>>
  readonly remove: Readonly<Record<'action' | 'text' | 'label', string>>
}

export interface NewPasskeyData {
  readonly options: PublicKeyCredentialCreationOptionsJSON
  readonly secret: string
  readonly action: string
  readonly name: string
  readonly nameLabel: string
  readonly label: string
  readonly problem: string | null
  readonly failed: string
  readonly script: string
  readonly unsupported: string
}

export interface RecoveryCodesData {
  readonly heading: string
  readonly text: string
  readonly listed: readonly string[]
  readonly copy: string
  readonly copied: string
  readonly print: string
}

/** A device on which a person is signed in. */
export interface DeviceData {
  readonly key: string
  /** "Firefox on Windows". */
  readonly device: string
  /** What sets it apart, such as being this one. */
  readonly note: string | null
  /** In the network. */
  readonly place: string
  /** The text, and the exact time; null for the device of this page. */
  readonly lastUsed: {readonly text: string; readonly at: string; readonly exact: string} | null
  readonly signOut: {readonly text: string; readonly label: string} | null
}

export interface InvitableRole {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly chosen: boolean
}

export interface InvitationsData {
  readonly fields: readonly FormFieldData[]
  readonly roles: readonly InvitableRole[]
  readonly problems: readonly Problem[]
  readonly notice: string | null
  /** Whether invitations are sent by email. */
  readonly byMail: boolean
  /** A link that was just created. */
  readonly made: {readonly text: string; readonly link: string} | null
  readonly waiting: readonly {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly until: string
  }[]
}

/** Failed outgoing calls. Includes all texts, because no other page needs them. */
export interface FailedCallsData {
  readonly heading: string
  readonly intro: string
  readonly notice: string | null
  readonly none: string
  readonly groups: readonly {readonly heading: string; readonly calls: readonly FailedCallData[]}[]
  /** Null if none was given up. */
  readonly retryAll: string | null
}

export interface FailedCallData {
  readonly id: string
  readonly name: string
  /** The record concerned, if the reader may see it. */
  readonly record: {readonly name: string; readonly href: string | null} | null
  readonly reason: string
  /** The number of attempts, and the time of the next one. */
  readonly facts: string
  readonly retry: {readonly text: string; readonly label: string}
  readonly discard: {readonly text: string; readonly label: string}
}

/** The feed addresses of a person. Includes all texts, because no other page needs them. */
export interface SubscriptionsData {
  readonly heading: string
  readonly intro: string
  readonly notice: string | null
  /** The page that the person came from, if it has a feed. */
  readonly offer: SubscriptionOffer | null
  /** A new address, shown only once. */
  readonly made: NewSubscription | null
  readonly existing: {readonly heading: string; readonly none: string; readonly listed: readonly SubscriptionData[]}
  /** Other pages with a feed. */
  readonly others: {
    readonly heading: string
    readonly links: readonly {readonly label: string; readonly href: string}[]
  }
}

export interface SubscriptionOffer {
  readonly heading: string
  /** Path and query of the page. */
  readonly page: string
  readonly note: string | null
  readonly formatLabel: string
  readonly formats: readonly {readonly value: string; readonly label: string}[]
  readonly action: string
}

export interface NewSubscription {
  readonly text: string
  readonly label: string
  readonly address: string
  /** The link that opens a calendar program; null for other formats. */
  readonly open: {readonly label: string; readonly href: string} | null
  readonly secret: string
  readonly copy: string
  readonly copied: string
}

export interface SubscriptionData {
  readonly id: string
  readonly name: string
  /** The address of the page. */
  readonly href: string
  readonly facts: string
  readonly revoke: {readonly label: string; readonly text: string}
}

/** The audit log. */
export interface AuditData {
  readonly heading: string
  readonly intro: string
  /** Shown if there are no entries. */
  readonly none: string
  readonly exports: readonly LinkData[]
  readonly filters: readonly FilterData[]
  readonly filtered: boolean
  /** Labels. */
  readonly columns: readonly string[]
  readonly entries: readonly AuditEntryData[]
  readonly page: ListData['page']
}

export interface AuditEntryData {
  readonly id: string
  readonly when: {readonly text: string; readonly at: string}
  readonly event: string
  readonly outcome: string
  readonly isBad: boolean
  readonly who: string
  readonly about: string
  readonly address: string
  readonly details: string
}
