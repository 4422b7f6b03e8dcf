import { expect, test } from 'bun:test'
import { type EmailKind, emailKinds, reasonOf } from '../../../src/platform/mail/foot/email-kinds.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { htmlOf, readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { startServer } from '../../support/server.ts'

const isKind = (name: string): name is EmailKind => name in emailKinds
const kinds = Object.keys(emailKinds).filter(isKind)

const seller = {
  SITE_NAME: 'Quiet Room',
  SELLER_COUNTRY: 'DE',
  SELLER_NAME: 'Nova Lindt',
  SELLER_ADDRESS: 'Lindenstraße 12\n10969 Berlin',
}

test('each email says below it why it came, who sends it with their address, and where more is said', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...seller, IMPRINT: 'Us.', PRIVACY_POLICY: 'None.' } })
  for (const kind of kinds) {
    const to = { address: `${kind}@example.org`, language: 'de' } as const
    queueMail(svc.ctx, { uniqueKey: `x:${kind}`, kind, to, write: () => ({ subject: 'x', text: 'Eins.\n' }) })
  }
  await svc.ctx.jobs.idle()
  const feet = new Map(
    smtp.received.map((mail) => {
      const { to, text } = readEmail(mail)
      const [body, foot = ''] = text.split('\n-- \n')
      for (const line of foot.trim().split('\n')) {
        const [words = ''] = line.split('http')
        expect(htmlOf(mail)).toContain(Bun.escapeHTML(words))
      }
      expect(body).toBe('Eins.\n')
      return [to[0]?.split('@')[0], foot.trim().split('\n')]
    }),
  )
  // That of a gift is sent for a gift alone.
  expect(kinds.filter((kind) => !feet.has(kind))).toEqual(['gift'])
  for (const [kind, [why, ...rest]] of feet) {
    expect([kind, why?.startsWith('Du bekommst das, weil ')]).toEqual([kind, true])
    expect(rest).toEqual([
      'Quiet Room, Nova Lindt, Lindenstraße 12, 10969 Berlin, Deutschland',
      `Impressum: ${svc.ctx.site.origin}/imprint`,
      `Datenschutz: ${svc.ctx.site.origin}/privacy`,
    ])
  }
})

test('an email of a kind that another version had says who sends it, and no reason', () => {
  expect(reasonOf('pigeon', 'Quiet Room')).toBeNull()
  expect(reasonOf('toString', 'Quiet Room')).toBeNull()
})
