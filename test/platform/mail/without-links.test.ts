import { expect, test } from 'bun:test'
import { mails } from '../../../db/schema/platform/mail.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { withoutLinks } from '../../../src/platform/mail/without-links.ts'
import { startServer } from '../../support/server.ts'

const origin = 'https://music.example'

// As mail programs find them: with a scheme, or a name that ends in letters behind a dot.
const isLink = /(?:\w:\/\/|[\p{L}\p{N}]\.\p{L}{2})/u

const theirs = [
  'Your account is locked: http://evil.example/login',
  'www.evil.example',
  'evil.example/https://music.example/@nova',
  'https://music.example.evil.example/',
  'https://music.example@evil.example/',
  'https://music.example:8443/',
  'HTTPS://EVIL.EXAMPLE',
  '(https://evil.example)',
  '“evil.example”',
  'ftp://evil.example javascript://evil.example//%0aalert(1)',
  'пример.рф/вход 例え.テスト',
  'http://evil.example。https://music.example.evil.example',
  'bit.ly/abc',
  'x@evil.example/y',
  'https://xmusic.example/',
]

test.each(theirs)('"%s" is no link in an email, wherever somebody wrote it', async (words) => {
  const text = withoutLinks(origin, words)
  expect(text.replaceAll(/https:\/\/music\.example(?![\w.:@-])\S*/g, '')).not.toMatch(isLink)
  expect(text.replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
})

test('addresses of this site, email addresses, sums and names with dots stay as they are', () => {
  for (const words of [
    'Open it:\nhttps://music.example/@nova/first-light?a=b#c\n',
    '開く：https://music.example/collected/abc。',
    '(https://music.example/gift/x) and https://music.example',
    'music.example',
    'Write to nova@label.example.',
    '$1,234.50 for No. 5, Vol.2, 3.5 hours, and so on...',
  ])
    expect(withoutLinks(origin, words)).toBe(words)
})

test('whatever people wrote stands in an email without a link, in its subject too', async () => {
  await using svc = await startServer()
  queueMail(svc.ctx, {
    uniqueKey: 'one',
    kind: 'greeting',
    to: { name: 'http://evil.example', address: 'nova@example.org' },
    write: (name) => ({ subject: `From ${name}`, text: `Hello ${name},\n\n${svc.ctx.site.origin}/@nova\n` }),
  })
  expect(svc.ctx.db.select().from(mails).all()).toMatchObject([
    {
      subject: 'From http: //evil. example',
      textBody: `Hello http: //evil. example,\n\n${svc.ctx.site.origin}/@nova\n`,
    },
  ])
})
