import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists, users } from '../db/schema/account/account.ts'
import { passkeys } from '../db/schema/account/passkey.ts'
import { beginStep } from '../src/account/session/sign-in-step.ts'
import { passkeysCommand } from '../src/operate/command/account/passkeys.ts'
import { cookieOf, logIn, password, signUp } from './support/account/account.ts'
import {
  type Authenticator,
  addPasskey,
  newAuthenticator,
  passStep,
  signInBy,
} from './support/account/authenticator.ts'
import { askReset, lastToken } from './support/account/reset.ts'
import { listen, say } from './support/room/room.ts'
import { startServer, type TestServer } from './support/server.ts'
import { share } from './support/shared.ts'
import { world } from './support/world.ts'

// Nobody takes its mail: the tests read it from the outbox.
const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'deck@music.example' }
const opened = share(async () => {
  const svc = await startServer({ env, limiter: { take: () => 0 } })
  return { svc, ...(await world(svc)) }
})

/**
 * The means of somebody to get into their account, from before anything ended: an old passkey, a
 * changed address, links on the way.
 */
type Held = {
  svc: TestServer
  userId: string
  addresses: readonly [first: string, present: string, asked: string]
  browser: string
  other: string
  device: Authenticator
  begun: string
  code: string
  links: { reset: string; address: string; undo: string }
}

const wanted = 'a kettle under seven moons'
const word = (json: unknown, key: string) => String(Reflect.get(Object(json), key))
const post = ({ svc, browser: cookie }: Pick<Held, 'svc' | 'browser'>, path: string, body: object = {}) =>
  svc.call('POST', `/api/auth/${path}`, { cookie, body })

/** Each verb that ends something, and which of the things held before it ends. */
const endings: Record<string, [act: (held: Held) => Promise<unknown>, ends: string]> = {
  'a new password': [
    (held) => post(held, 'password/change', { currentPassword: password, password: wanted }),
    'stream, other browser, begun sign-in, password, reset link, address link',
  ],
  'a reset by mail': [
    async (held) => {
      const body = { token: held.links.reset, password: wanted }
      const step = word((await post(held, 'password/reset', body)).json, 'secondStep')
      const { json } = await post(held, 'second-step/challenge', { step })
      return post(held, 'password/reset', { ...body, step, proof: held.device.prove(word(json, 'challenge')) })
    },
    'stream, this browser, other browser, begun sign-in, password, reset link, address link',
  ],
  'another email address': [
    (held) => post(held, 'email/confirm', { token: held.links.address }),
    'reset link, address link',
  ],
  'taking the email address back': [
    (held) => post(held, 'email/undo', { token: held.links.undo }),
    'stream, this browser, other browser, begun sign-in, password, reset link, address link, undo link',
  ],
  'the command that removes passkeys': [
    ({ svc: { ctx }, addresses }) => {
      const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
      return passkeysCommand(ctx.config, machine, addresses[1], () => {})
    },
    'this browser, other browser, begun sign-in, passkey, recovery code',
  ],
  'signing out everywhere else': [
    ({ svc, browser: cookie }) => svc.call('DELETE', '/api/auth/sessions', { cookie }),
    'stream, other browser, begun sign-in',
  ],
  'a new set of recovery codes': [(held) => post(held, 'second-factor'), 'recovery code'],
  'asking for no passkey any more': [
    ({ svc, browser: cookie }) => svc.call('DELETE', '/api/auth/second-factor', { cookie }),
    'recovery code',
  ],
  'deleting the account': [
    (held) => post(held, 'account/delete', { password }),
    'stream, this browser, other browser, begun sign-in, passkey, recovery code, password, reset link, address link, undo link',
  ],
}

async function hold(svc: TestServer, handle: string): Promise<Held> {
  const addresses = [`${handle}@example.org`, `${handle}@example.net`, `${handle}@elsewhere.example`] as const
  const browser = await signUp(svc, handle)
  const { userId = '' } = svc.ctx.db.select().from(artists).where(eq(artists.handle, handle)).get() ?? {}
  svc.ctx.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, userId)).run()
  const device = newAuthenticator(svc)
  await addPasskey(svc, browser, device)
  svc.ctx.db.update(passkeys).set({ createdAt: 1 }).where(eq(passkeys.userId, userId)).run()
  const ask = async (email: string) => {
    expect((await post({ svc, browser }, 'email/change', { email, password })).status).toBe(204)
    return lastToken(svc, 'change-email')
  }
  await post({ svc, browser }, 'email/confirm', { token: await ask(addresses[1]) })
  const { json } = await post({ svc, browser }, 'second-factor')
  const links = {
    undo: lastToken(svc, 'email-changed'),
    address: await ask(addresses[2]),
    reset: await askReset(svc, addresses[1]),
  }
  const other = cookieOf(await signInBy(svc, device))
  const begun = word((await logIn(svc, addresses[1])).json, 'secondStep')
  return { svc, userId, addresses, browser, other, device, begun, code: Object(json).recoveryCodes[0], links }
}

/** Those of them that have ended. Verbs that would end more of them are tried last. */
async function endedOf({
  svc,
  userId,
  addresses,
  browser,
  other,
  device,
  begun,
  code,
  links,
}: Held): Promise<string[]> {
  const send = (path: string, body: object) => post({ svc, browser: '' }, path, body)
  const signedIn = async (cookie: string) => (await svc.call('GET', '/api/auth/session', { cookie })).status
  const passwords = await Promise.all(addresses.map(async (each) => (await logIn(svc, each)).status))
  const { step } = beginStep(svc.ctx, 'second', userId)
  const tried = {
    'this browser': await signedIn(browser),
    'other browser': await signedIn(other),
    'begun sign-in': (await passStep(svc, begun, device)).status,
    passkey: (await signInBy(svc, device)).status,
    'recovery code': (await send('second-step', { step, recoveryCode: code })).status,
    password: Math.min(...passwords),
  }
  // A link that works gets as far as the password, which is refused.
  const reset = await send('password/reset', { token: links.reset, password: 'aaaaaaaaaaaa' })
  const triedLinks = {
    'reset link': word(reset.json, 'field') === 'password' ? 200 : 400,
    'address link': (await send('email/confirm', { token: links.address })).status,
    'undo link': (await send('email/undo', { token: links.undo })).status,
  }
  return Object.entries({ ...tried, ...triedLinks }).flatMap(([name, status]) => (status === 200 ? [] : [name]))
}

test.each(Object.keys(endings))('%s ends what it should of what was there before, and no more', async (name) => {
  const { svc, nova } = await opened()
  const [act, ends] = endings[name] ?? [async () => {}, '']
  const held = await hold(svc, name.replaceAll(' ', '-').slice(-20))
  await using stream = await listen(svc, { cookie: held.other })
  await stream.next()
  await act(held)
  await say(svc, nova, 'still on')
  const isOver = (await stream.next()) === undefined
  expect([...(isOver ? ['stream'] : []), ...(await endedOf(held))].join(', ')).toBe(ends)
})
