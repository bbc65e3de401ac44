/**
 * The layout of all mails as HTML. Styles are inline, because mail programs drop most others; the few rules in `<style>`
 * are for dark mode and narrow windows.
 */
import {createContext, Fragment, type ReactNode, useContext} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'
import {languageOf} from '../messages/languages.ts'
import {hexOf} from '../points/icons-and-colours.ts'
import {coloursOf, type MailColours, rulesOf} from './colours.ts'
import type {
  MailButton,
  MailContent,
  MailDay,
  MailFact,
  MailLink,
  MailLook,
  MailStrip,
  MailStripRow,
} from './content.ts'
import {initialsOf} from './initials.ts'

export function htmlOfMail(content: MailContent, look: MailLook): string {
  return `<!doctype html>\n${renderToStaticMarkup(<HtmlMail content={content} look={look} />)}\n`
}

const Colours = createContext<MailColours>(coloursOf(0))
const useColours = () => useContext(Colours)

const font = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif'
const space = '\u00a0'

function HtmlMail({content, look}: {content: MailContent; look: MailLook}) {
  const colours = coloursOf(look.hue)
  const {canvas, surface, line, ink} = colours
  return (
    <Colours value={colours}>
      <html lang={look.language}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>{look.product}</title>
          <style>{rulesOf(look.hue)}</style>
        </head>
        <body
          className="canvas"
          style={{margin: 0, padding: 0, background: canvas, fontFamily: font, WebkitTextSizeAdjust: '100%'}}
        >
          <Layout className="canvas" style={{background: canvas}}>
            <tr>
              <td align="center" className="edge" style={{padding: '24px 16px 28px'}}>
                <Layout style={{maxWidth: 640, textAlign: 'left'}}>
                  <tr>
                    <td className="side" style={{padding: '0 36px 14px'}}>
                      <Brand look={look} />
                    </td>
                  </tr>
                  <tr>
                    <td
                      className="card side"
                      style={{
                        padding: '28px 36px 30px',
                        background: surface,
                        border: `1px solid ${line}`,
                        borderRadius: 14,
                        fontSize: 15,
                        lineHeight: 1.5,
                        color: ink,
                      }}
                    >
                      <Body content={content} language={look.language} />
                    </td>
                  </tr>
                  <Footer content={content} />
                </Layout>
              </td>
            </tr>
          </Layout>
        </body>
      </html>
    </Colours>
  )
}

interface MailTableProps {
  readonly className?: string
  readonly style?: React.CSSProperties
  readonly children: ReactNode
}

/** A table that only places things: mail programs know no other layout. */
function Layout({className, style, children}: MailTableProps) {
  return (
    <table role="presentation" className={className} width="100%" cellPadding={0} cellSpacing={0} style={style}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A program that loads no images shows the name alone. */
function Brand({look: {product, logo = null}}: {look: MailLook}) {
  const {accent, dim} = useColours()
  return (
    <div className="dim" style={{fontSize: 13, lineHeight: 1.4, fontWeight: 600, color: dim}}>
      {logo ? (
        <img
          {...logo}
          // Otherwise React adds a link that loads it early.
          fetchPriority="low"
          alt=""
          style={{display: 'inline-block', verticalAlign: 'middle', border: 0, marginRight: 8}}
        />
      ) : (
        <span
          className="mark"
          style={{
            display: 'inline-block',
            width: 12,
            height: 12,
            borderRadius: 4,
            background: accent,
            marginRight: 8,
          }}
        >
          {space}
        </span>
      )}
      {product}
    </div>
  )
}

function Body({content, language}: {content: MailContent; language: string}) {
  const {dim} = useColours()
  const {by = null, heading, paragraphs, facts, strip, note} = content
  const listed = facts.filter(({quoted}) => !quoted)
  return (
    <>
      {heading !== null && <Heading by={by}>{languageOf(language).grammar.titled(heading)}</Heading>}
      {paragraphs.map(text => (
        <p key={text} style={{margin: '14px 0 0'}}>
          <Lines text={text} />
        </p>
      ))}
      {facts
        .filter(({quoted}) => quoted)
        .map(fact => (
          <Quote key={fact.label} fact={fact} />
        ))}
      {listed.length > 0 && <Facts facts={listed} />}
      {strip && <Strip strip={strip} />}
      <Buttons content={content} />
      {note && (
        <p className="dim" style={{margin: '14px 0 0', fontSize: 13, color: dim}}>
          <Lines text={note} />
        </p>
      )}
    </>
  )
}

/** With line breaks. */
function Lines({text}: {text: string}) {
  return text.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and are rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function Heading({by, children}: {by: string | null; children: string}) {
  const {avatar, avatarInk} = useColours()
  const title = (
    <h1 style={{margin: 0, fontSize: 19, lineHeight: 1.35, fontWeight: 650, letterSpacing: '-.012em'}}>
      <Lines text={children} />
    </h1>
  )
  if (!by) return title
  const face = {
    width: 40,
    height: 40,
    borderRadius: 20,
    background: avatar,
    color: avatarInk,
    fontWeight: 650,
    fontSize: 14,
    lineHeight: '40px',
    textAlign: 'center',
  } as const
  return (
    <Layout>
      <tr>
        <td style={{width: 52, verticalAlign: 'top'}}>
          <div className="avatar" style={face} aria-hidden="true">
            {initialsOf(by)}
          </div>
        </td>
        <td style={{verticalAlign: 'middle'}}>{title}</td>
      </tr>
    </Layout>
  )
}

function Quote({fact: {label, text}}: {fact: MailFact}) {
  const {soft, dim, ink2} = useColours()
  const quote = {
    margin: '18px 0 6px',
    padding: '11px 14px',
    background: soft,
    borderRadius: 10,
    color: ink2,
    fontSize: 14,
  }
  return (
    <div className="quote" style={quote}>
      <span className="dim" style={{display: 'block', color: dim, fontSize: 12}}>
        {label}
      </span>
      <Lines text={text.trim()} />
    </div>
  )
}

function Facts({facts}: {facts: readonly MailFact[]}) {
  const {line, dim, ink} = useColours()
  const list = {marginTop: 14, fontSize: 14, borderBottom: `1px solid ${line}`, paddingBottom: 8}
  return (
    <table className="facts" cellPadding={0} cellSpacing={0} width="100%" style={list}>
      <tbody>
        {facts.map(({label, text, hue = null}) => (
          <tr key={label}>
            <td className="dim fact" style={{padding: '7px 12px 7px 0', color: dim, width: 132, verticalAlign: 'top'}}>
              {label}
            </td>
            <td
              className="ink"
              style={{padding: '7px 0', color: ink, fontWeight: 500, verticalAlign: 'top', overflowWrap: 'anywhere'}}
            >
              {hue !== null && <Dot hue={hue} />}
              <Lines text={text} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same colour in light and dark mode. */
function Dot({hue}: {hue: number}) {
  const dot = {
    display: 'inline-block',
    width: 9,
    height: 9,
    borderRadius: 3,
    background: hexOf(0.62, 0.12, hue),
    marginRight: 7,
  }
  return <span style={dot} aria-hidden="true" />
}

/** With more days than this, only the first of each week is numbered, to avoid overlaps. */
const [mostNumbered, week] = [14, 7]

function Strip({strip: {title, days, rows, warning}}: {strip: MailStrip}) {
  const {dim, accent, warn, warnInk} = useColours()
  const isNumbered = (index: number) => days.length <= mostNumbered || index % week === 0
  const said = [title, ...rows.map(({name, times}) => `${name}: ${times.join('; ')}`)].join('. ')
  const warned = {
    marginTop: 14,
    padding: '10px 14px',
    background: warn,
    borderRadius: 10,
    color: warnInk,
    fontSize: 14,
    lineHeight: 1.45,
  }
  return (
    <>
      <p style={{margin: '16px 0 0', fontSize: 14, fontWeight: 600}}>{title}</p>
      <table
        className="strip"
        role="img"
        aria-label={said}
        cellPadding={0}
        cellSpacing={2}
        width="100%"
        style={{marginTop: 6, tableLayout: 'fixed'}}
      >
        <tbody>
          <tr>
            <td className="who" style={{width: 118}}>
              {space}
            </td>
            {days.map(({short, text, covered}, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place, and is rendered once
                key={index}
                className={covered ? 'covered' : 'dim'}
                align="center"
                style={{
                  color: covered ? accent : dim,
                  fontWeight: covered ? 650 : 400,
                  fontSize: 11,
                  lineHeight: 1.35,
                  paddingBottom: 3,
                }}
              >
                {isNumbered(index) ? (
                  <>
                    {short}
                    <br />
                    {text}
                  </>
                ) : (
                  space
                )}
              </td>
            ))}
          </tr>
          {rows.map(row => (
            <StripRow key={row.name} row={row} />
          ))}
        </tbody>
      </table>
      {warning && (
        <div className="warning" style={warned}>
          <b style={{fontWeight: 650}}>{warning.lead}</b> {warning.text}
        </div>
      )}
    </>
  )
}

function StripRow({row: {name, note, own, days}}: {row: MailStripRow}) {
  const {ink, ink2, dim} = useColours()
  return (
    <tr>
      <td className="who" style={{fontSize: 13, lineHeight: 1.3, padding: '2px 6px 2px 0', overflowWrap: 'anywhere'}}>
        <span className={own ? 'ink' : 'muted'} style={{color: own ? ink : ink2, fontWeight: own ? 650 : 450}}>
          {name}
        </span>
        {note !== '' && (
          <>
            {' '}
            <span className="dim" style={{color: dim, fontSize: 12}}>
              {note}
            </span>
          </>
        )}
      </td>
      {days.map((day, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place, and is rendered once
        <Day key={index} day={day} />
      ))}
    </tr>
  )
}

function Day({day: {fill, half}}: {day: MailDay}) {
  const {days, accentInk, ink} = useColours()
  // Outlook paints cells by this attribute, which the types of React no longer know.
  const painted = {bgcolor: days[fill]}
  const cell = {
    background: days[fill],
    borderRadius: 4,
    height: 24,
    fontSize: 11,
    lineHeight: '24px',
    color: fill === 'own' ? accentInk : ink,
  }
  return (
    <td className={`day-${fill}`} align="center" {...painted} style={cell}>
      {half ? '½' : space}
    </td>
  )
}

/** Without a main button, the link to the record is the main one, and actions are links beside it. */
function Buttons({content: {buttons, link = null}}: {content: MailContent}) {
  const hasPrimary = buttons.some(({tone}) => tone === 'primary')
  if (buttons.length === 0 && !link) return null
  return (
    <div style={{marginTop: 12}}>
      {!hasPrimary && link && <Button {...link} tone="primary" />}
      {buttons.map(button =>
        hasPrimary ? <Button key={button.href} {...button} /> : <SmallLink key={button.href} {...button} />,
      )}
      {hasPrimary && link && <SmallLink {...link} />}
    </div>
  )
}

function SmallLink({label, href}: MailLink) {
  const {ink2} = useColours()
  const style = {display: 'inline-block', margin: '10px 0 0 8px', color: ink2, fontSize: 14, lineHeight: '42px'}
  return (
    <a className="muted" href={href} target="_blank" style={style} rel="noopener">
      {label}
    </a>
  )
}

function Button({label, href, tone}: MailButton) {
  const {accent, accentInk, strong, ink, stop} = useColours()
  const own =
    tone === 'primary'
      ? {background: accent, border: `1px solid ${accent}`, color: accentInk}
      : {border: `1px solid ${strong}`, color: tone === 'danger' ? stop : ink}
  const style = {
    display: 'inline-block',
    margin: '10px 10px 0 0',
    padding: '10px 22px',
    borderRadius: 8,
    ...own,
    textDecoration: 'none',
    fontWeight: 600,
    fontSize: 15,
    lineHeight: 1.45,
  }
  return (
    <a className={`button ${tone}`} href={href} target="_blank" style={style} rel="noopener">
      {label}
    </a>
  )
}

function Footer({content: {reason, settings = []}}: {content: MailContent}) {
  const {dim, ink2} = useColours()
  if (!reason && settings.length === 0) return null
  return (
    <tr>
      <td className="dim side" style={{padding: '18px 36px 0', fontSize: 12.5, lineHeight: 1.6, color: dim}}>
        {reason}
        {reason && settings.length > 0 && ' '}
        {settings.map(({label, href}, index) => (
          <Fragment key={href}>
            {index > 0 && ' · '}
            <a className="muted" href={href} target="_blank" style={{color: ink2}} rel="noopener">
              {label}
            </a>
          </Fragment>
        ))}
      </td>
    </tr>
  )
}
