import { expect, test } from 'bun:test'
import { mails } from '../../../db/schema/platform/mail.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { withoutLinks } from '../../../src/platform/mail/without-links.ts'
import { loopMs } from '../../support/processor.ts'
import { startServer } from '../../support/server.ts'

const site = { origin: 'https://music.example', name: 'Pier.Records Ltd' }

// As mail programs find them: with a scheme, or a name that ends in letters behind a dot.
const isLink = /(?:\w:\/\/|[\p{L}\p{M}\p{N}\p{So}\p{Cf}][.．｡]\p{Cf}*\p{L}[\p{L}\p{M}\p{Cf}])/u

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
  'evil.example,x@y.example',
  'evil.example|nova@label.example',
  'evil．example,nova@label.example',
  'nova@label.example,evil.example',
  '@evil.example',
  'https://music.example\\@evil.example',
  'https://music.example。evil.example',
  'https://music.exampleé.evil.example',
  'https://music.exampleに。shop',
  'https://music.example\u00ad.shop',
  'https://music.example/<evil.example',
  'https://music.example/"evil.example"',
  'music.example.evil.example',
  'evil-music.example/x',
  'をmusic.example',
  'x.Pier.Records/login',
  'i❤.shop',
  'evil．example',
  'evil。example',
  'evil\u00ad.example',
  'evil.\u200bexample',
  'evil.भारत',
  'เพลงดี่.shop',
]

test.each(theirs)('"%s" is no link in an email, wherever somebody wrote it', async (words) => {
  const text = withoutLinks(site, words)
  const ours = /(?:https:\/\/music\.example|(?<!\S)Pier\.Records)(?![\p{L}\p{N}\p{Cf}.。:@\\-])[^\s<>"]*/gu
  expect(text.replaceAll(ours, ' ')).not.toMatch(isLink)
  expect(text.replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
})

test('addresses of this site, email addresses, sums and names with dots stay as they are', () => {
  for (const words of [
    'Open it:\nhttps://music.example/@nova/first-light?a=b#c\n',
    '開く：https://music.example/collected/abc。',
    '(https://music.example/gift/x) and https://music.example',
    'music.example',
    'You are invited to music.example, a place for music. This is (music.example).',
    '今後、music.exampleにはこのメールアドレスで、「music.example」に',
    'See https://music.example. “https://music.example”, https://music.example/@nova.',
    '— Pier.Records Ltd',
    'From Pier.Records.',
    'Mail (nova@label.example), <no.va@label.example>, o’brien@label.example!',
    'Write to nova@label.example.',
    '$1,234.50 for No. 5, Vol.2, 3.5 hours, and so on...',
  ])
    expect(withoutLinks(site, words)).toBe(words)
})

test('no text of 60,000 characters takes more than 100 ms of the processor, whatever it repeats', async () => {
  const marks = [
    'music.example',
    'https://music.example',
    'a.',
    '@',
    'a@',
    '.',
    '。',
    'a',
    '\u00ad',
    '://',
    '(',
    'x@y.zz,',
  ]
  const slow: string[] = []
  for (const mark of marks) {
    for (const [begin, end] of [
      ['', ''],
      ['', ' '],
      ['', 'é'],
      ['a@', '"'],
      ['a@', ''],
      ['', '@a!/'],
    ] as const) {
      const words = `${begin}${mark.repeat(60_000 / mark.length)}${end}`
      const ms = await loopMs(() => withoutLinks(site, words), 100)
      if (ms > 100) slow.push(`${JSON.stringify([begin, mark, end])} ${ms} ms`)
    }
  }
  expect(slow).toEqual([])
})

test('whatever people wrote stands in an email without a link, in its subject too', async () => {
  await using svc = await startServer()
  queueMail(svc.ctx, {
    uniqueKey: 'one',
    kind: 'look-over',
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
