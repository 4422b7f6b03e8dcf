import { expect, test } from 'bun:test'
import { rowsOf, signUpBody } from '../../support/account/account.ts'
import { withOwner } from '../../support/operate/decision.ts'
import { one } from '../../support/operate/open-desk.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { askAsGuest } from '../../support/shop/guest.ts'
import { type Person, world } from '../../support/world.ts'

const env = {
  BLOCKED_WORDS: 'Gurke, buy now\nガス',
  BLOCKED_EMAIL_DOMAINS: 'Spam.example, *.bücher.example',
  PAYMENTS: 'test',
}

const refusal = ({ status, json }: { status: number; json: unknown }) => {
  const { field, error } = Object(json)
  return [status, field, error]
}

const said = (word: string) => `This site does not allow the word “${word}”.`
const closed = (domain: string) => `This site does not accept email addresses at ${domain}.`

const comment = (svc: TestServer, { cookie }: Person, text: string) =>
  svc.call('POST', '/api/casset/nova/comment', { cookie, body: { text } })

test('a comment with a blocked word is refused by that word, however it is written, and the artist’s own too', async () => {
  await using svc = await startServer({ env })
  const { nova, ada } = await world(svc)
  for (const [text, word] of [
    ['so a gurke!', 'Gurke'],
    ['GÜRKE', 'Gurke'],
    ['Ｇｕ\u200Bｒｋｅ_', 'Gurke'],
    ['gu\u0308rke', 'Gurke'],
    ['Buy  …  NOW, friends', 'buy now'],
    ['このガスは', 'ガス'],
  ] as const)
    for (const person of [ada, nova])
      expect([text, ...refusal(await comment(svc, person, text))]).toEqual([text, 400, 'text', said(word)])
  expect([rowsOf(svc, 'comments'), rowsOf(svc, 'room_events')]).toEqual([[], []])
  for (const text of ['Gurken', 'buy it now', 'Salatgurke', 'このカスは'])
    expect([text, (await comment(svc, ada, text)).status]).toEqual([text, 201])
})

test('names, handles and titles of clips with a blocked word are refused, and what stood before stays', async () => {
  await using svc = await startServer({ env })
  const { ada, dawn } = await world(svc)
  const before = rowsOf(svc, 'users')
  const asked = (path: string, body: object, cookie?: string) => svc.call('POST', path, { body, cookie }).then(refusal)
  const refused = (field: string) => [400, field, said('Gurke')]
  expect(await asked('/api/auth/signup', signUpBody('the-gurke', { displayName: 'Eve' }))).toEqual(refused('handle'))
  expect(await asked('/api/auth/signup', signUpBody('eve', { displayName: 'Gurke' }))).toEqual(refused('displayName'))
  const { handle: _, ...listener } = signUpBody('eve', { displayName: 'Die Gurke' })
  expect(await asked('/api/auth/signup/listener', listener)).toEqual(refused('displayName'))
  expect(rowsOf(svc, 'users')).toEqual(before)
  expect(await asked('/api/auth/handle', { handle: 'gurke' }, ada.cookie)).toEqual(refused('handle'))
  const rename = { displayName: 'gurke', bio: 'new' }
  expect(await asked('/api/auth/update-profile', rename, ada.cookie)).toEqual(refused('displayName'))
  const clip = { hookId: dawn.hookId, clip: { url: 'https://video.example/1' } }
  expect(await asked('/api/hooks/submissions', { ...clip, caption: 'My gurke' }, ada.cookie)).toEqual(
    refused('caption'),
  )
  expect(rowsOf(svc, 'submissions')).toEqual([])
  svc.ctx.db.$client.run("UPDATE artists SET display_name = 'Gurke' WHERE handle = 'ada'")
  const kept = { displayName: 'Gurke', bio: 'new' }
  const { json } = await svc.call('POST', '/api/auth/update-profile', { cookie: ada.cookie, body: kept })
  expect(json).toMatchObject({ artist: kept })
})

test('an address at or below a blocked domain gets no account, checkout or list, and who has one keeps it', async () => {
  await using svc = await startServer({ env })
  const { ada, nova } = await world(svc)
  const refused = (domain: string, field = 'email') => [400, field, closed(domain)]
  for (const [email, domain] of [
    ['Eve@SPAM.example', 'spam.example'],
    ['eve@mail.spam.example', 'spam.example'],
    ['eve@xn--bcher-kva.example', 'bücher.example'],
  ] as const) {
    const answer = await svc.call('POST', '/api/auth/signup', { body: signUpBody('eve', { email }) })
    expect([email, ...refusal(answer)]).toEqual([email, ...refused(domain)])
  }
  expect(refusal(await askAsGuest(svc, { email: 'eve@spam.example' }))).toEqual(refused('spam.example'))
  const moved = { email: 'ada@spam.example', password: 'any' }
  expect(refusal(await svc.call('POST', '/api/auth/email/change', { cookie: ada.cookie, body: moved }))).toEqual(
    refused('spam.example'),
  )
  const gift = { slug: 'nova', email: 'kim@example.org', payerEmail: 'eve@spam.example' }
  expect(refusal(await svc.call('POST', '/api/checkout/gift', { body: gift }))).toEqual(
    refused('spam.example', 'payerEmail'),
  )
  expect([rowsOf(svc, 'orders'), rowsOf(svc, 'mails')]).toEqual([[], []])
  const free = await svc.call('POST', '/api/auth/signup', { body: signUpBody('eve', { email: 'eve@notspam.example' }) })
  expect(free.status).toBe(201)
  // A guest whose address was not refused yet, and an account with one.
  const asGuest = await askAsGuest(svc, { email: 'kim@example.org', slug: 'nova' })
  expect(asGuest.status).toBeLessThan(300)
  svc.ctx.db.$client.run("UPDATE users SET email = 'ada@spam.example' WHERE id = ?", [ada.userId])
  expect((await comment(svc, ada, 'still here')).status).toBe(201)
  expect(nova.handle).toBe('nova')
})

test('a block list of the desk that is too long or has no word or no domain is refused by its name', async () => {
  await using svc = await startServer()
  const { owner } = await withOwner(svc)
  for (const [name, value, problem] of [
    ['BLOCKED_WORDS', Array.from({ length: 501 }, (_, at) => `w${at}`).join('\n'), 'at most 500 entries'],
    ['BLOCKED_WORDS', 'word, !!!', 'but one is "!!!"'],
    ['BLOCKED_EMAIL_DOMAINS', 'spam', 'but one is "spam"'],
    ['BLOCKED_EMAIL_DOMAINS', 'me@spam.example', 'but one is "me@spam.example"'],
    ['NEW_ACCOUNT_DAYS', '366', 'from 0 to 365'],
  ] as const) {
    const { status, json } = await svc.call('PATCH', '/api/desk/settings', {
      cookie: owner.cookie,
      body: one(name, value),
    })
    const { field, error } = Object(json)
    expect([name, status, field, String(error).includes(problem)]).toEqual([name, 400, name, true])
  }
})
