import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { mails } from '../../../db/schema/platform/mail.ts'
import { contrastRatio } from '../../../src/lib/music/contrast.ts'
import { lineInText } from '../../../src/platform/mail/text-html.ts'
import { plainPalettes } from '../../../src/web/document/palette.ts'
import { hueOf } from '../../../src/web/document/theme.ts'
import { until } from '../../support/casset/upload.ts'
import { openEveryEmail } from '../../support/platform/every-email.ts'
import { htmlOf, readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { inTree } from '../../support/tree.ts'

/** The kinds of emails that the code names where it queues them. */
async function kindsInCode(): Promise<Set<string>> {
  const kinds = new Set<string>()
  for await (const path of new Bun.Glob('src/**/*.ts').scan(inTree())) {
    const code = await Bun.file(join(inTree(), path)).text()
    if (!/\b(queueEmail|EmailDraft)\b/.test(code)) continue
    for (const [, kind = ''] of code.matchAll(/(?:^|\s)kind(?: =|:) '([a-z-]+)'/gm)) kinds.add(kind)
  }
  return kinds
}

// They say that something happened, and nothing is left to do.
const withoutKey = /^(?:address-news|undelivered|content-report|report-received|music-taken-down|track-erased)$/
const endOfSupport = /^You have ended your support of|^Your support of .+ has ended$/
// A license's is said by its own texts.
const ofLicense = /^license-/

test('every email greets by name, has one key to what its reader came for, and its text has the same link', async () => {
  await using smtp = await startSmtp()
  const { svc } = await openEveryEmail({ env: { ...smtp.env, SITE_NAME: 'Pier Records' } })
  await using _ = svc
  const sent = () => svc.ctx.db.select().from(mails).all()
  await until(
    () => sent().filter(({ sentAt, problem }) => sentAt === null && problem === null).length,
    (waiting) => waiting === 0,
  )
  const palette = plainPalettes(hueOf({ tokens: { accent: '#2b6cb0' }, coverColor: null }), { accent: '#2b6cb0' })
  const kinds = new Set(sent().map(({ kind }) => kind))
  expect([...(await kindsInCode())].filter((kind) => !kinds.has(kind))).toEqual(['send-gift'])
  const names = { ada: 'Ada', nova: 'Nova', owner: 'Owner', hidden: 'Hidden', draft: 'Draft', moved: 'Draft' }
  for (const { kind, id, subject } of sent()) {
    const mail = smtp.received.find(({ source }) => source.includes(`<${id}@`))
    if (!mail) throw new Error(`${kind} was not sent.`)
    const { text } = readEmail(mail)
    const html = htmlOf(mail)
    const said = `${kind}: ${subject}\n${text}`
    const name = Object.entries(names).find(([word]) => mail.to[0]?.startsWith(`${word}@`))?.[1]
    expect(text, said).toStartWith(name === undefined ? 'Hello there,\n\n' : `Hello ${name},\n\n`)
    expect(text, said).toContain('\n\n— Pier Records\n')
    expect(`${subject} ${text}`, said).not.toMatch(/USD|\{\{|undefined|\[object/)
    const [above = ''] = text.split(lineInText)
    const keys = [...html.matchAll(/<a class="key" href="([^"]+)"[^>]*>([^<]+)</g)]
    const isKeyless = withoutKey.test(kind) || subject.endsWith('called off') || endOfSupport.test(subject)
    expect(keys, said).toHaveLength(isKeyless ? 0 : 1)
    for (const [, url = '', label] of keys) {
      if (!ofLicense.test(kind)) expect(label, said).not.toBe('Open the page')
      expect(above, said).toContain(`\n${url}\n`)
    }
    expect(html, said).not.toMatch(/<img\b(?![^>]*\balt="[^"])/)
    if (kind === 'receipt') expect([html, text].join()).toMatch(/<img [\s\S]*:\s+\$7\.00\n/)
    const isOfTape =
      /^(receipt|refund|gift|guest|preorder|price|undelivered|payment|dispute|co-casset-spl|support)/.test(kind)
    if (!kind.startsWith('co-casset')) expect(html.includes(palette.light.paper), said).toBe(isOfTape)
    for (const [, src = ''] of html.matchAll(/<img src="([^"]+)"/g))
      expect(src).toMatch(new RegExp(`^${svc.ctx.site.origin}/.+\\.(?:jpg|png)$`))
  }
})

test('the colours of an email are readable in both schemes, whatever an artist chose', () => {
  const chosen = ['#000000', '#ffffff', '#808080', '#ff0000', '#ffff00', '#0000ff', '#2b6cb0', undefined]
  for (const background of chosen) {
    for (const text of chosen) {
      for (const accent of chosen) {
        const tokens = { ...(background && { background }), ...(text && { text }), ...(accent && { accent }) }
        for (const { paper, card, ink, soft, accent: link, onAccent } of Object.values(
          plainPalettes({ hue: 300, chroma: 0.2 }, tokens),
        )) {
          for (const ground of [paper, card])
            for (const each of [ink, soft, link]) expect(contrastRatio(each, ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrastRatio(onAccent, link)).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
  }
})
