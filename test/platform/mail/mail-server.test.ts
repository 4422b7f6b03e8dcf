import { expect, test } from 'bun:test'
import { mailServerAddress, readMailServer, shownMailServer } from '../../../src/lib/address/mail-server.ts'

test('a mail server is the same in parts and as one line, whatever its user and password have', () => {
  for (const security of ['tls', 'starttls', 'offered'] as const) {
    for (const host of ['mail.example', '127.0.0.1', '[::1]']) {
      for (const word of ['deck@music.example', 'a:b/c?d#e%20 ü', '%', '🎛'.repeat(5_000)]) {
        const server = { host, port: '2525', security, user: word, password: word }
        expect(readMailServer(mailServerAddress(server, null))).toEqual(server)
      }
    }
  }
})

test('an address of before keeps what the form has no field for, and is shown without its secrets', () => {
  const former = 'smtp://deck:hush@mail.example:587?requireTLS=true&tls.rejectUnauthorized=false&tls.key=hush'
  const shown = 'smtp://deck@mail.example:587?tls.rejectUnauthorized=false&requireTLS=true'
  expect(shownMailServer(former)).toBe(shown)
  const server = { ...Object(readMailServer(shown)), security: 'tls', password: 'new' }
  expect(mailServerAddress(server, shown)).toBe('smtps://deck:new@mail.example:587?tls.rejectUnauthorized=false')
})

test('of what is no address of a mail server nothing is shown', () => {
  for (const text of [
    '',
    'hush',
    'smtp:hush',
    'smtp:deck:hush@mail.example',
    'https://deck:hush@mail.example',
    'smtp://',
  ])
    expect([text, shownMailServer(text)]).toEqual([text, null])
})
