import { expect, test } from 'bun:test'
import type { Finding } from '../../../src/platform/check.ts'
import { senderCheck } from '../../../src/platform/mail/sender/sender-check.ts'
import { nameServersOf } from '../../../src/platform/mail/sender/sender-records.ts'
import { startNameServer, type Zone } from '../../support/platform/name-server.ts'
import { startServer } from '../../support/server.ts'

const domain = 'music.deck.fm'
const good = {
  mx: { [domain]: ['mx.deck.fm'] },
  txt: {
    [domain]: ['google-site-verification=x', 'v=spf1 include:_spf.provider.fm ~all'],
    '_spf.provider.fm': ['v=spf1 ip4:192.0.2.0/24 -all'],
    [`selector2._domainkey.${domain}`]: [`v=DKIM1; k=rsa; p=${'MIIB'.repeat(100)}`],
    '_dmarc.deck.fm': ['v=DMARC1; p=none; rua=mailto:a@deck.fm'],
  },
} as const

const withText = (txt: Record<string, readonly string[]>): Zone => ({ ...good, txt: { ...good.txt, ...txt } })
const long = Object.fromEntries(
  Array.from({ length: 9 }, (_, n) => [`s${n}.fm`, [`v=spf1 include:s${n + 1}.fm a mx ?all`]]),
)

const zones: readonly (readonly [string, Zone, Finding])[] = [
  ['all there', good, {}],
  [
    'no DMARC',
    withText({ '_dmarc.deck.fm': [] }),
    {
      note: `${domain} has no DMARC record`,
      fix: `set one TXT record at _dmarc.${domain}, to begin with: v=DMARC1; p=none`,
    },
  ],
  [
    'a DMARC without a policy',
    withText({ '_dmarc.deck.fm': ['v=DMARC1; rua=mailto:a@deck.fm'] }),
    expect.objectContaining({ problem: `the DMARC record of ${domain} cannot be read` }),
  ],
  [
    'two DMARC',
    withText({ [`_dmarc.${domain}`]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }),
    expect.objectContaining({ problem: `the DMARC record of ${domain} cannot be read` }),
  ],
  [
    'two SPF',
    withText({ [domain]: ['v=spf1 -all', 'v=spf1 a -all'] }),
    expect.objectContaining({ problem: `${domain} has several SPF records, so none counts` }),
  ],
  [
    'an open SPF',
    withText({ [domain]: ['v=spf1 +all'] }),
    expect.objectContaining({ problem: `the SPF record of ${domain} lets every server send for it` }),
  ],
  [
    'a long SPF',
    withText({ ...long, [domain]: ['v=spf1 include:s0.fm -all'] }),
    expect.objectContaining({
      problem: `the SPF record of ${domain} needs more than ten look-ups, so it does not count`,
    }),
  ],
  [
    'a circle of SPF',
    withText({ [domain]: [`v=spf1 redirect=${domain}`] }),
    expect.objectContaining({ problem: expect.stringContaining('ten look-ups') }),
  ],
  [
    'a DKIM key that was taken back',
    withText({ [`selector2._domainkey.${domain}`]: ['v=DKIM1; p='] }),
    expect.objectContaining({ note: `no DKIM key of ${domain} was found under the names that providers use` }),
  ],
  [
    'neither SPF nor DKIM',
    { mx: good.mx, txt: { '_dmarc.deck.fm': ['v=DMARC1;p=reject'] } },
    expect.objectContaining({
      problem: `${domain} does not say which servers send for it (SPF); no DKIM key of ${domain} was found under the names that providers use`,
    }),
  ],
  [
    'no mail server',
    { ...good, mx: { [domain]: ['.'] } },
    expect.objectContaining({ problem: `${domain} gets no email, so neither answers nor reports arrive` }),
  ],
]

test('the doctor says which records of the sender’s domain are missing or wrong, and what to set', async () => {
  using names = await startNameServer()
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: `Deck <letters@${domain.toUpperCase()}>` }
  await using svc = await startServer({ env })
  nameServersOf(svc.ctx).servers = [names.address]
  for (const [name, zone, expected] of zones) {
    names.state.zone = zone
    expect([name, await senderCheck.look(svc.ctx)]).toEqual([name, expected])
  }
})

test('a name server that never answers ends the look within seconds, and what cannot have records has none', async () => {
  using names = await startNameServer()
  names.state.isMute = true
  for (const [from, expected] of [
    [`letters@${domain}`, { note: `the DNS records of ${domain} could not be read` }],
    ['deck@music.example', {}],
    ['deck@localhost', {}],
  ] as const) {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: from }
    await using svc = await startServer({ env })
    nameServersOf(svc.ctx).servers = [names.address]
    const begun = performance.now()
    expect(await senderCheck.look(svc.ctx)).toEqual(expected)
    expect(performance.now() - begun).toBeLessThan(60_000)
  }
}, 30_000)
