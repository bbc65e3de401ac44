/** The pages as string templates: the minimum work for a server. */
import type {Listed, Option} from '../data/list.ts'
import type {RequestPage} from '../data/record.ts'
import type {Viewer} from '../data/viewer.ts'
import {columns, icon, initials, menu, sortKeys, states, stateText, stateTone, tone} from '../data/words.ts'

const unsafe = /[&<>"']/
const each = /[&<>"']/g

export function escape(text: string): string {
  return unsafe.test(text) ? text.replace(each, character => `&#${character.charCodeAt(0)};`) : text
}

export function shell(viewer: Viewer, path: string, title: string, page: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)} · Time off</title><link rel="stylesheet" href="/style.css"></head><body><div class="shell"><header class="side"><a class="brand" href="/">Time off</a><nav class="menu" aria-label="Screens"><ul>${menu.map(item => `<li><a href="${item.href}"${item.href === path ? ' aria-current="page"' : ''}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>${item.label}</a></li>`).join('')}</ul></nav><a class="me" href="/account">${face(viewer.id, viewer.name)}<span class="small"><b>${escape(viewer.name)}</b><span class="quiet">${escape(viewer.roles.join(', '))}</span></span></a></header><main class="page" id="main">${page}</main></div></body></html>`
}

const face = (id: string, name: string): string =>
  `<span class="face tone-${tone(id)}" aria-hidden="true">${escape(initials(name))}</span>`
const person = (id: string, name: string): string => `<span class="person">${face(id, name)}${escape(name)}</span>`
const chip = (state: string, text: string): string => `<span class="state ${stateTone(state)}">${escape(text)}</span>`

export function listPage(listed: Listed): string {
  return `<div class="head"><h1>All requests</h1><a class="button lead" href="/requests/new">Ask for time off</a></div>${filters(listed)}${table(listed)}<div class="foot"><span>${listed.count} requests</span>${listed.next ? `<a class="button" href="/requests?after=${listed.next}">Next</a>` : ''}</div>`
}

function filters({asked, kinds, teams, people}: Listed): string {
  const statuses = states.map(state => ({value: state, label: stateText(state)}))
  return `<form class="bar" method="get" action="/requests"><label for="q">Search</label><input id="q" name="q" type="search" placeholder="Search" value="${escape(asked.q)}">${choice('Status', 'status', asked.status, statuses)}${choice('Kind', 'kind', asked.kind, kinds)}${choice('Team', 'person.team', asked.team, teams)}${choice('Person', 'person', asked.person, people)}<span class="chip"><label for="from">First day</label><input id="from" name="first_day.from" type="date" value="${escape(asked.from)}">–<input name="first_day.to" type="date" aria-label="First day, to" value="${escape(asked.to)}"></span><button class="button" type="submit">Show</button></form>`
}

function choice(label: string, name: string, value: string, options: readonly Option[]): string {
  return `<span class="chip"><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">All</option>${options.map(option => `<option value="${escape(option.value)}"${option.value === value ? ' selected' : ''}>${escape(option.label)}</option>`).join('')}</select></span>`
}

function table({rows}: Listed): string {
  const head = columns.map((column, at) => `<th scope="col"><a href="/requests?sort=${sortKeys[at]}">${column}</a></th>`)
  const body = rows.map(
    row =>
      `<tr><td class="name"><a href="/requests/${row.number}">${row.number}</a></td><td>${person(row.personId, row.person)}</td><td>${escape(row.team)}</td><td>${escape(row.kind)}</td><td><time datetime="${row.firstDay}">${row.firstText}</time></td><td><time datetime="${row.lastDay}">${row.lastText}</time></td><td class="num">${row.days}</td><td>${chip(row.status, row.statusText)}</td></tr>`,
  )
  return `<table class="grid"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

export function recordPage(page: RequestPage, problem: string | null): string {
  const facts = page.facts.map(({label, text, state, person: who}) => {
    const shown = state ? chip(state, text) : who ? person(who, text) : escape(text) || '–'
    return `<div><dt>${label}</dt><dd>${shown}</dd></div>`
  })
  const remarks = page.remarks.map(({author, text}) => `<tr><td>${escape(author)}</td><td>${escape(text)}</td></tr>`)
  const trail = page.history.map(
    ({who, what, at, when}) =>
      `<li><b>${escape(who)}</b> <span class="second">${escape(what)}</span> <time datetime="${at}">${when}</time></li>`,
  )
  const nothing = remarks.length === 0 ? '<p>No comments yet.</p>' : ''
  return `<div class="head"><div><nav class="crumbs"><a href="/requests">All requests</a></nav><h1>${escape(page.heading)}</h1></div>${page.mayReject ? rejectForm(page, problem) : ''}</div><section class="card"><dl class="facts">${facts.join('')}</dl></section><section class="card"><h2>Remarks</h2>${nothing}<table class="grid"><tbody>${remarks.join('')}</tbody></table></section><section class="card"><h2>History</h2><ol class="trail">${trail.join('')}</ol></section>`
}

function rejectForm({version}: RequestPage, problem: string | null): string {
  return `<details class="ask"><summary class="button lead">Reject…</summary><form class="card" method="post"><input type="hidden" name="version" value="${version}">${problem ? `<p class="problem">${escape(problem)}</p>` : ''}<div class="field"><label for="answer">Answer</label><textarea id="answer" name="answer" maxlength="2000"></textarea></div><button class="button lead" type="submit">Reject</button></form></details>`
}
