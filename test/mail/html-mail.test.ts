/** The HTML of mails: one document without anything that a mail program refuses, and the text of people as text. */
import {expect, test} from 'vitest'
import type {MailContent, MailLook} from '../../src/mail/content.ts'
import {htmlOfMail} from '../../src/mail/html-mail.tsx'

const look: MailLook = {product: 'Lost & found', language: 'de', hue: 172}
const day = {fill: 'own', half: true} as const
const foul = '<img src=x onerror="a()">'
const content: MailContent = {
  by: `Ada ${foul}`,
  heading: `Ada hat etwas beantragt: ${foul}, 9.–15. Dez.`,
  paragraphs: [`${foul}\nSecond line`],
  facts: [
    {label: 'Note', text: `${foul}\r\nBo’s line`, quoted: true},
    {label: foul, text: foul, quoted: false, hue: 25},
  ],
  strip: {
    title: foul,
    days: [{short: 'Mo', text: '1', off: false, covered: true}],
    rows: [{name: foul, note: foul, own: true, times: [foul], days: [day]}],
    warning: {lead: foul, text: foul},
  },
  buttons: [{label: foul, href: 'https://app.example/?a="1"&b=2', tone: 'primary'}],
  link: {label: foul, href: 'https://app.example/'},
  note: foul,
  reason: foul,
  settings: [{label: foul, href: 'https://app.example/settings'}],
}

test('a mail is a document of its own, in the language of its reader', () => {
  const html = htmlOfMail(content, look)
  expect(html).toMatch(/^<!doctype html>\n<html lang="de"><head>/)
  expect(html).toContain('9.–15. Dez.</h1>')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
})

test('whatever people have written is text', () => {
  const html = htmlOfMail(content, look)
  expect(html).not.toContain('<img')
  expect(html.split('&lt;img src=x onerror=&quot;a()&quot;&gt;').length).toBeGreaterThan(12)
  expect(html).toContain('&gt;<br/>Second line</p>')
  expect(html).toContain('href="https://app.example/?a=&quot;1&quot;&amp;b=2"')
})

test('nothing is loaded but the logo', () => {
  const logo = {src: 'https://app.example/logo.png', width: 80, height: 24}
  expect(htmlOfMail(content, look)).not.toMatch(/<(?:link|script|img)/)
  expect(htmlOfMail(content, {...look, logo}).match(/<(?:link|script|img)[^>]*logo/g)).toHaveLength(1)
})
