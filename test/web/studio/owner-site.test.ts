import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

const readPage = async (svc: TestServer, path: string, cookie?: string) => {
  const { status, text } = await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })
  const words = text.replace(/<\/?code>/g, '').replace(/<[^>]*>/g, ' ')
  return { status, text, words: words.replace(/&[a-z#0-9]+;/g, "'").replace(/\s+/g, ' ') }
}

/** A server with nova, who owns it, and ada, who does not. */
async function owned(env: Record<string, string> = {}) {
  const svc = await startServer({ env })
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  makeOwner(svc.ctx, 'nova@example.com')
  return { svc, nova, ada }
}

describe('The owner’s page of the site', () => {
  test('lists address, mail, payments and who may join, each with where it is set', async () => {
    const { svc, nova } = await owned()
    await using _ = svc
    const { status, text, words } = await readPage(svc, '/desk', nova.cookie)
    expect(status).toBe(200)
    const summaries = text.match(/<summary>.*?<\/summary>/gs) ?? []
    const states = summaries.flatMap((each) => /<span>([^<]*)<\/span><span class="lamp"([^>]*)>/.exec(each) ?? [])
    expect(states.filter((_, at) => at % 3 > 0)).toEqual([
      ...['Address', '', 'Email', '', 'Payments', ''],
      ...['Backups', ' data-bad="true"', 'Sign-up', ' data-lit="true"'],
    ])
    for (const sentence of [
      'Address is not set: only this machine can open the site.',
      'Mail server is not set, so no email is sent; 0 emails in the outbox.',
      'Payments is off: people can get only what is free.',
      'not well: No backup is made: when this disk fails, everything on it is lost.',
      'Anybody may create an account.',
    ]) {
      expect(words).toContain(sentence)
    }
    // Each is set below it: nobody is sent to the environment.
    expect(summaries.join()).not.toMatch(/_URL|_KEY|REGISTRATION|restart;/)
  })

  test('says what is wrong with the mail server, and waits for none', async () => {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'deck@example.com' }
    const { svc, nova } = await owned({ ...mail, REGISTRATION: 'closed', BASE_URL: 'http://192.168.1.20:3000' })
    await using _ = svc
    const { words } = await readPage(svc, '/desk', nova.cookie)
    expect(words).toContain('The SMTP server cannot be used:')
    expect(words).toContain('The address is http://192.168.1.20:3000: passwords and sessions are sent unencrypted.')
    expect(words).toContain('Nobody new can create an account.')
  })

  test('is for the owner only, whose studio leads to it', async () => {
    const { svc, nova, ada } = await owned()
    await using _ = svc
    expect((await readPage(svc, '/desk', ada.cookie)).status).toBe(403)
    expect((await svc.call('GET', '/desk')).headers.get('location')).toBe('/login?next=%2Fdesk')
    expect((await readPage(svc, '/studio/codes', nova.cookie)).text).toContain('href="/desk"')
    expect((await readPage(svc, '/studio/codes', ada.cookie)).text).not.toContain('/desk')
  })
})

test('no page of the studio tells the owner to ask the owner', async () => {
  const { svc, nova } = await owned({ ACCOUNT_QUOTA_GB: '1', SELLERS: 'approved' })
  await using _ = svc
  for (const path of ['', '/emoji', '/sales', '/codes', '/payouts', '/files', '/sellers']) {
    const { status, words } = await readPage(svc, `/studio${path}`, nova.cookie)
    expect(status).toBe(200)
    expect([path, /owner of this (?:site|instance)|person who runs/i.exec(words)?.[0]]).toEqual([path, undefined])
  }
  expect((await readPage(svc, '/studio', nova.cookie)).text).toContain('href="/desk">Switch payments on')
})

test('the page of the set-up link tells who owns the site so, and claims nothing', async () => {
  const { svc, nova, ada } = await owned()
  await using _ = svc
  const own = await readPage(svc, '/setup', nova.cookie)
  expect(own.words).toContain('This site is yours')
  expect(own.words).not.toContain('Make me the owner')
  expect((await readPage(svc, '/setup', ada.cookie)).words).toContain('Make me the owner')
})

describe('Without SMTP', () => {
  test('no page says that mail was sent or will be', async () => {
    const { svc, ada } = await owned({ PAYMENTS: 'test', SELLERS: 'approved' })
    await using _ = svc
    await svc.call('POST', '/api/studio/payouts/permission', { cookie: ada.cookie })
    const claims =
      /on its way|we sent|was sent|send the (?:link|email)|email you|check your inbox|you get a mail|get a mail with/i
    for (const path of ['/account', '/account/verify', '/reset', '/login', '/signup', '/studio/payouts', '/setup']) {
      for (const cookie of [undefined, ada.cookie]) {
        const { words } = await readPage(svc, path, cookie)
        expect([path, claims.exec(words)?.[0]]).toEqual([path, undefined])
      }
    }
    expect((await readPage(svc, '/reset')).words).toContain('tapedeck password YOUR-EMAIL')
    expect((await readPage(svc, '/account', ada.cookie)).words).toContain(
      'Not confirmed: this site sends no email yet.',
    )
  })

  test('the owner’s account page leads to how mail is set up', async () => {
    const { svc, nova } = await owned()
    await using _ = svc
    expect((await readPage(svc, '/account', nova.cookie)).text).toContain('<a href="/desk">How to set it up</a>')
  })
})

test('with SMTP the pages say what was mailed', async () => {
  await using smtp = await startSmtp()
  const { svc, ada } = await owned(smtp.env)
  await using _ = svc
  expect((await readPage(svc, '/account', ada.cookie)).words).toContain('Open the link in the email we sent there.')
  expect((await readPage(svc, '/reset')).words).toContain('Send the link')
})
