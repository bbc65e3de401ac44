/** Tables about people: how they sign in, their sessions and keys, and what directories say about them. */

import type {Table} from '../schema.ts'
import {id, index, instant, table, text, whole} from './columns.ts'

/** How people sign in; not stored in fields of `User`, where a grant could expose it. */
const accountTable: Table = table('nonet_account', 'person', [
  {name: 'person', ...id},
  {name: 'hash', ...text},
  {name: 'changed', ...instant},
  /** The address that was proved last. Null for older rows: that of the record. */
  {name: 'proved', ...text, required: false},
])

/** Who is whom at a provider of single sign-on. */
const identityTable: Table = {
  ...table('nonet_identity', 'issuer', [
    {name: 'issuer', ...text},
    {name: 'subject', ...text},
    {name: 'person', ...id},
    {name: 'made', ...instant},
  ]),
  key: ['issuer', 'subject'],
  indexes: [index('nonet_identity_person_index', ['person'])],
}

/** The authenticator app of a person: one secret, which the server needs to compute its codes. */
const totpTable: Table = table('nonet_totp', 'person', [
  {name: 'person', ...id},
  {name: 'secret', ...text},
  /** Null until its first code was entered: it does not count before. */
  {name: 'since', ...instant, required: false},
  /** Of the last code, which does not count again. */
  {name: 'step', ...whole},
])

/** Recovery codes, each for once. Stored as digests. */
const recoveryTable: Table = {
  ...table('nonet_recovery', 'code', [
    {name: 'code', ...text},
    {name: 'person', ...id},
  ]),
  indexes: [index('nonet_recovery_person_index', ['person'])],
}

/** The passkeys of people. Public keys: what is here signs nobody in. */
const passkeyTable: Table = {
  ...table('nonet_passkey', 'id', [
    {name: 'id', ...text},
    {name: 'person', ...id},
    {name: 'key', ...text},
    {name: 'counter', ...whole},
    {name: 'transports', ...text},
    {name: 'name', ...text},
    {name: 'made', ...instant},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_passkey_person_index', ['person'])],
}

/** Since when people have to have a second factor. */
const factorDueTable: Table = table('nonet_factor_due', 'person', [
  {name: 'person', ...id},
  {name: 'since', ...instant},
])

/** The sessions that began with a provider, so that signing out there ends them. */
const providerSessionTable: Table = {
  ...table('nonet_provider_session', 'token', [
    {name: 'token', ...text},
    {name: 'issuer', ...text},
    {name: 'subject', ...text},
    {name: 'session', ...text, required: false},
  ]),
  indexes: [index('nonet_provider_session_subject_index', ['issuer', 'subject'])],
}

/** Sessions. The token is stored as a digest. */
const sessionTable: Table = {
  ...table('nonet_session', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'made', ...instant},
    {name: 'seen', ...instant},
    {name: 'agent', ...text},
    {name: 'address', ...text},
    /** 1 on a device that others use, too. */
    {name: 'shared', ...whole, required: false},
    /** When the person has last proved that it is them; null: when they signed in. */
    {name: 'confirmed', ...instant, required: false},
  ]),
  indexes: [index('nonet_session_person_index', ['person']), index('nonet_session_seen_index', ['seen'])],
}

/**
 * One-time links in mails: to reset a password, to accept an invitation, to set up the first person. Stored as digests.
 */
const tokenTable: Table = {
  ...table('nonet_token', 'token', [
    {name: 'token', ...text},
    {name: 'kind', ...text},
    {name: 'person', ...id, required: false},
    {name: 'until', ...instant},
    /** The effect as JSON, unless it follows from the person. */
    {name: 'payload', ...text, required: false},
  ]),
  indexes: [index('nonet_token_kind_index', ['kind', 'until'])],
}

/**
 * Recent attempts at things that can be guessed, with the time of the last one: by account, by browser, and by network
 * address.
 */
const guessTable: Table = {
  ...table('nonet_guess', 'about', [
    {name: 'about', ...text},
    {name: 'last', ...instant},
    {name: 'tries', ...whole},
  ]),
  indexes: [index('nonet_guess_last_index', ['last'])],
}

/** Browsers in which people have signed in. The token is stored as a digest. */
const browserTable: Table = {
  ...table('nonet_browser', 'token', [
    {name: 'token', ...text},
    {name: 'person', ...id},
    {name: 'last', ...instant},
  ]),
  key: ['token', 'person'],
  indexes: [index('nonet_browser_person_index', ['person', 'last']), index('nonet_browser_last_index', ['last'])],
}

/** API keys of people. The key is stored as a digest; `id` identifies it for people and operators. */
const keyTable: Table = {
  ...table('nonet_key', 'token', [
    {name: 'token', ...text},
    {name: 'id', ...id},
    {name: 'person', ...id},
    {name: 'name', ...text},
    /** As JSON; without it, all roles of the person. */
    {name: 'roles', ...text, required: false},
    {name: 'made', ...instant},
    {name: 'until', ...instant, required: false},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_key_person_index', ['person'])],
}

/** Feed addresses of people. The secret in the address is stored as a digest. */
const feedTable: Table = {
  ...table('nonet_feed', 'token', [
    {name: 'token', ...text},
    {name: 'id', ...id},
    {name: 'person', ...id},
    /** Path and query of the page. */
    {name: 'screen', ...text},
    {name: 'format', ...text},
    /** The title of the page. */
    {name: 'name', ...text},
    {name: 'made', ...instant},
    {name: 'used', ...instant, required: false},
  ]),
  indexes: [index('nonet_feed_person_index', ['person'])],
}

/** The language that people chose for themselves. */
const languageTable: Table = table('nonet_language', 'person', [
  {name: 'person', ...id},
  {name: 'language', ...text},
])

/** The tokens with which directories of companies bring people (SCIM), as digests. */
const directoryTable: Table = table('nonet_directory', 'token', [
  {name: 'token', ...text},
  {name: 'id', ...id},
  /** As point 6 names it. */
  {name: 'provider', ...text},
  {name: 'made', ...instant},
  {name: 'until', ...instant, required: false},
  {name: 'used', ...instant, required: false},
])

/** People as their directory describes them. */
const directoryPersonTable: Table = {
  ...table('nonet_directory_person', 'person', [
    {name: 'person', ...id},
    {name: 'provider', ...text},
    /** In lower case. */
    {name: 'username', ...text},
    {name: 'external', ...text, required: false},
    /** Its attributes, as JSON. */
    {name: 'body', ...text},
    /** `yes` or `removed`: the directory does not have them any more. */
    {name: 'there', ...text},
    {name: 'changed', ...instant},
  ]),
  indexes: [index('nonet_directory_person_username_index', ['username'])],
}

/** Groups of a directory; point 6 says which roles they give. */
const directoryGroupTable: Table = table('nonet_directory_group', 'id', [
  {name: 'id', ...id},
  {name: 'provider', ...text},
  {name: 'name', ...text},
  {name: 'external', ...text, required: false},
  {name: 'made', ...instant},
  {name: 'changed', ...instant},
])

const directoryMemberTable: Table = {
  ...table('nonet_directory_member', 'person', [
    {name: 'person', ...id},
    {name: 'directory_group', ...id},
  ]),
  key: ['person', 'directory_group'],
  indexes: [index('nonet_directory_member_group_index', ['directory_group'])],
}

export const accountTables: readonly Table[] = [
  accountTable,
  identityTable,
  totpTable,
  recoveryTable,
  passkeyTable,
  factorDueTable,
  providerSessionTable,
  sessionTable,
  tokenTable,
  guessTable,
  browserTable,
  keyTable,
  feedTable,
  languageTable,
  directoryTable,
  directoryPersonTable,
  directoryGroupTable,
  directoryMemberTable,
]
