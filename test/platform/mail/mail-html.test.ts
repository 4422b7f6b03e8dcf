import { expect, test } from 'bun:test'
import { htmlOfText, lineInText } from '../../../src/platform/mail/text-html.ts'
import { plainPalettes } from '../../../src/web/document/palette.ts'

const look = plainPalettes({ hue: 48, chroma: 0.17 }, {})
const site = { name: 'Harbour', origin: 'https://music.example' }
const htmlOf = (...paragraphs: string[]) =>
  htmlOfText(site, { subject: 'x', look, text: paragraphs.join('\n\n'), foot: [] })
const keysIn = (html: string) =>
  [...html.matchAll(/<a class="key" href="([^"]+)"[^>]*>([^<]+)</g)].map(([, to, name]) => `${name}: ${to}`)

test('the page that an email leads to is a key, named by the few words before its address', () => {
  const sales = 'https://music.example/studio/sales'
  expect(keysIn(htmlOf('Hello,', `Your sales:\n${sales}`))).toEqual([`Your sales: ${sales}`])
  const long = 'Your receipt, and all of it to download. Keep this link: whoever has it can download, too.'
  const html = htmlOf(`${long}\n${sales}`)
  expect(keysIn(html)).toEqual([`Open the page: ${sales}`])
  expect(html).toContain(`>${long}</p>`)
  expect(html).toContain(`>${sales}</a></p>`)
})

test('an email has one key, and never one to another site', () => {
  const html = htmlOf('Look:\nhttps://evil.example/a', 'A:\nhttps://music.example/a', 'B:\nhttps://music.example/b')
  expect(keysIn(html)).toEqual(['A: https://music.example/a'])
  expect(keysIn(htmlOf('Look:\nhttps://music.example.evil.example/a'))).toEqual([])
})

test('lines that a person wrote are a quotation and hold no key', () => {
  const html = htmlOf('They write:\n> https://music.example/gift\n> <b>you</b>')
  expect(keysIn(html)).toEqual([])
  expect(html).toContain('<blockquote')
  expect(html).toContain('&lt;b&gt;you&lt;/b&gt;')
})

test('paragraphs below a line are small and hold no key, and facts are a table', () => {
  const html = htmlOf('Hello,', lineInText, 'For: First Light\nPaid: $7.00', 'Its page:\nhttps://music.example/@nova')
  expect(keysIn(html)).toEqual([])
  expect(html.replace(/ style="[^"]*"| align="left"| valign="top"/g, '')).toContain(
    '<tr><th scope="row">For</th><td>First Light</td></tr>\n<tr><th scope="row">Paid</th><td>$7.00</td></tr>',
  )
  expect(html.indexOf('<hr')).toBeLessThan(html.indexOf('First Light'))
})

test('an address ends before the quotation mark, bracket or full stop that follows it, in every language', () => {
  const page = 'https://music.example/@nova?a=1'
  const around = [
    ['“', '”'],
    ['« ', ' »'],
    ['„', '“'],
    ['»', '«'],
    ['「', '」。'],
    ['(', ').'],
    ['', '’s'],
    ['', '、次'],
  ]
  for (const [before, after] of around) {
    const html = htmlOf('Hello,', `See ${before}${page}${after} now.`)
    expect(html, after).toContain(`>${page}</a>`)
  }
})
