import {createServer} from 'node:net'
import {describe, expect, onTestFinished, test} from 'vitest'
import {terminalMailer} from '../../src/mail/mailer.ts'
import {isSmtpAddress, smtpMailer} from '../../src/mail/smtp.ts'

/** A mail server as far as one mail needs it; keeps what it was told. */
async function mailServer(answerToData = '250 kept'): Promise<{port: number; heard: () => string}> {
  let heard = ''
  const server = createServer(socket => {
    let inMail = false
    socket.write('220 here\r\n')
    socket.on('data', data => {
      heard += String(data)
      for (const line of String(data).split('\r\n').filter(Boolean)) {
        if (inMail && line !== '.') continue
        if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line === '.') socket.write(`${answerToData}\r\n`)
        else socket.write(line === 'DATA' ? '354 go on\r\n' : '250 yes\r\n')
        inMail = line === 'DATA'
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return {port: typeof address === 'object' && address ? address.port : 0, heard: () => heard}
}

const mail = {to: 'finn@example.com', subject: 'A new password', text: 'Open http://localhost/x\n'}

describe('a mail', () => {
  test('goes to the server that is named, to one person', async () => {
    const {port, heard} = await mailServer()
    await smtpMailer(`smtp://127.0.0.1:${port}`, 'desk@example.com').send(mail)
    expect(heard()).toContain('MAIL FROM:<desk@example.com>')
    expect(heard().match(/^RCPT TO:.*$/gm)).toEqual(['RCPT TO:<finn@example.com>'])
    expect(heard()).toContain('Subject: A new password')
    expect(heard()).toContain('Open http://localhost/x')
  })

  test('cannot carry headers or other people in its subject', async () => {
    const {port, heard} = await mailServer()
    const subject = 'Hello\r\nBcc: eve@example.com'
    await smtpMailer(`smtp://127.0.0.1:${port}`, 'desk@example.com').send({...mail, subject})
    expect(heard()).not.toMatch(/^Bcc:/m)
    expect(heard().match(/^RCPT TO:.*$/gm)).toEqual(['RCPT TO:<finn@example.com>'])
  })

  test('that the server refuses is a failure, not silence', async () => {
    const {port} = await mailServer('554 not wanted')
    await expect(smtpMailer(`smtp://127.0.0.1:${port}`, 'desk@example.com').send(mail)).rejects.toThrow(/554/)
  })

  test('is printed where no server is named', async () => {
    let printed = ''
    await terminalMailer(text => {
      printed += text
    }).send(mail)
    expect(printed).toContain('Mail to finn@example.com')
    expect(printed).toContain('  | Open http://localhost/x')
  })

  test.each([
    ['smtp://mail.example.com', true],
    ['smtps://a%40b:c@mail.example.com:2465', true],
    ['mail.example.com', false],
    ['https://mail.example.com', false],
    ['smtp:', false],
  ])('%s names a server: %s', (address, is) => {
    expect(isSmtpAddress(address)).toBe(is)
  })
})
