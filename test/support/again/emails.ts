import { inTransaction } from '../../../db/commits.ts'
import { moveAddress } from '../../../src/account/recovery/change-email.ts'
import { complainByToken } from '../../../src/audience/letter/end-letters.ts'
import { forgetGuest } from '../../../src/audience/mailing-list/end-consent.ts'
import { recordConsent } from '../../../src/audience/mailing-list/record-consent.ts'
import { mailingListText } from '../../../src/lib/account/mailing-list-text.ts'
import { rowsOf } from '../account/account.ts'
import {
  confirmAddresses,
  letterCall,
  sendNow,
  unsubscribeKeys,
  unsubscribePath,
  writeLetter,
} from '../audience/letter.ts'
import { until } from '../casset/upload.ts'
import type { startSmtp } from '../platform/smtp.ts'
import type { TestServer } from '../server.ts'
import { cast, type Person } from '../world.ts'
import { type Act, type Again, call, field, inTurn } from './again.ts'

type Stage = { svc: TestServer; smtp: Awaited<ReturnType<typeof startSmtp>> }

/** Ends emails as a mail program does by itself. */
const oneClick =
  ({ svc }: Stage, path: string): Act =>
  async () => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const { status } = await svc.fetch(path, { method: 'POST', body })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }

/** Sends a letter to the list and returns the path by which one of its readers ends letters. */
async function linkIn({ svc, smtp }: Stage, artist: Person, email: string, to: object): Promise<string> {
  const subject = `Letter ${smtp.received.length}`
  await sendNow(svc, artist, await writeLetter(svc, artist, { subject, to }))
  const sent = await until(
    () => smtp.received.find((each) => each.to[0] === email && each.source.includes(`Subject: ${subject}\r\n`)),
    (each) => each !== undefined,
  )
  return sent ? unsubscribePath(sent, svc.ctx.site.origin) : ''
}

const toFollowers = { list: false, followers: true, collectorsOf: null }
const toList = { list: true, followers: false, collectorsOf: null }

/** Returns what asks whether a letter to these readers would reach anybody. */
async function reachOf({ svc }: Stage, artist: Person, to: object): Promise<() => Promise<boolean>> {
  const id = await writeLetter(svc, artist, { to })
  return async () => field((await letterCall(svc, artist, 'GET', `/${id}/reach`)).json, 'people') !== 0
}

const tokenOf = (path: string): string => path.split('key=')[1] ?? ''

/** Puts somebody on an artist's list and returns the key in the email that welcomes them. */
async function keyOfWelcome({ svc, smtp }: Stage, reader: Person, artist: Person): Promise<string> {
  const before = smtp.received.length
  const text = mailingListText(artist.handle.charAt(0).toUpperCase() + artist.handle.slice(1))
  const path = `/api/casset/${artist.handle}/mailing-list`
  const { status, text: said } = await call(svc, 'POST', path, reader, { text, from: 'checkout' })()
  if (status >= 300) throw new Error(`not on the list: ${status} ${said}`)
  const welcome = await until(
    () => smtp.received.slice(before).find(({ to }) => to[0] === `${reader.handle}@example.com`),
    (email) => email !== undefined,
  )
  return tokenOf(welcome ? unsubscribePath(welcome, svc.ctx.site.origin) : '')
}

/** The emails that somebody gets, with each door that ends them. */
export const emailEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'letters to somebody who follows'(stage) {
    const { svc } = stage
    const [reader, artist] = [cast(svc.ctx, 'rita'), cast(svc.ctx, 'lyra')]
    confirmAddresses(svc)
    const allow = (allowed: boolean) => call(svc, 'PUT', '/api/letters/followed', reader, { allowed })
    const follow = (type: string) => call(svc, 'POST', `/api/casset/${artist.handle}/activity`, reader, { type })
    await inTurn(allow(true), follow('follow'))()
    const link = await linkIn(stage, artist, 'rita@example.com', toFollowers)
    const welcome = await keyOfWelcome(stage, reader, artist)
    return {
      begin: {
        'allows letters anew': inTurn(allow(false), allow(true), follow('follow')),
        'follows anew': inTurn(allow(true), follow('unfollow'), follow('follow')),
      },
      end: {
        'the link of a letter': oneClick(stage, link),
        'a complaint': async () => complainByToken(svc.ctx, tokenOf(link)),
        'the link of a welcome to the list': oneClick(stage, `/unsubscribe?key=${welcome}`),
        'the switch in the account': allow(false),
        unfollowing: follow('unfollow'),
      },
      isOn: await reachOf(stage, artist, toFollowers),
    }
  },
  async 'letters to somebody whose address changes'(stage) {
    const { svc } = stage
    const [reader, artist] = [cast(svc.ctx, 'ruth'), cast(svc.ctx, 'luca')]
    confirmAddresses(svc)
    const allow = (allowed: boolean) => call(svc, 'PUT', '/api/letters/followed', reader, { allowed })
    const follow = (type: string) => call(svc, 'POST', `/api/casset/${artist.handle}/activity`, reader, { type })
    let address = 'ruth@example.com'
    let link = ''
    const getLetter = async () => {
      link = await linkIn(stage, artist, address, toFollowers)
    }
    return {
      begin: {
        'allows letters anew': inTurn(allow(false), allow(true), follow('follow'), getLetter),
        'follows anew': inTurn(allow(true), follow('unfollow'), follow('follow'), getLetter),
      },
      end: {
        'the link of a letter, and then another address': async () => {
          await oneClick(stage, link)()
          address = `ruth${svc.ctx.now()}@example.com`
          inTransaction(svc.ctx.db, () => moveAddress(svc.ctx, reader.userId, address, true))
        },
      },
      isOn: await reachOf(stage, artist, toFollowers),
    }
  },
  async 'a place on a mailing list'(stage) {
    const { svc } = stage
    const [reader, artist] = [cast(svc.ctx, 'rosa'), cast(svc.ctx, 'iris')]
    confirmAddresses(svc)
    const email = `${reader.handle}@example.com`
    const first = await keyOfWelcome(stage, reader, artist)
    const link = await linkIn(stage, artist, email, toList)
    const text = mailingListText('Iris')
    const { artistId } = artist
    const asGuest = { artistId, email, userId: null, text, from: 'checkout' } as const
    const placeOf = async (): Promise<string> => {
      const { json } = await call(svc, 'GET', '/api/mailing-lists', reader)()
      const lists = field(json, 'mailingLists') ?? field(json, 'lists') ?? field(json, 'consents')
      const on = Array.isArray(lists) ? lists.find((each) => (field(each, 'endedAt') ?? null) === null) : undefined
      return String(field(on, 'id'))
    }
    return {
      begin: {
        'joins with an account': call(svc, 'POST', `/api/casset/iris/mailing-list`, reader, { text, from: 'checkout' }),
        'joins as a guest': async () => inTransaction(svc.ctx.db, () => recordConsent(svc.ctx, asGuest)),
      },
      end: {
        'the list in the account': async () => call(svc, 'DELETE', `/api/mailing-lists/${await placeOf()}`, reader)(),
        'the link of the first welcome': oneClick(stage, `/unsubscribe?key=${first}`),
        'the link of a letter': oneClick(stage, link),
        'a complaint': async () => complainByToken(svc.ctx, tokenOf(link)),
      },
      isOn: await reachOf(stage, artist, toList),
    }
  },
  async 'a guest’s place on a mailing list'(stage) {
    const { svc } = stage
    const artist = cast(svc.ctx, 'olga')
    const { artistId } = artist
    const email = 'guest@example.com'
    const joins = { artistId, email, userId: null, text: 'Yes', from: 'checkout' } as const
    return {
      begin: { joining: async () => inTransaction(svc.ctx.db, () => recordConsent(svc.ctx, joins)) },
      end: { forgetting: async () => forgetGuest(svc.ctx, artistId, email) },
      isOn: await reachOf(stage, artist, toList),
    }
  },
  async 'emails that gather news'(stage) {
    const { svc } = stage
    const reader = cast(svc.ctx, 'gwen')
    const set = (gathered: boolean) => call(svc, 'POST', '/api/notifications/mail', reader, { gathered })
    await set(true)()
    const [key] = unsubscribeKeys(svc, reader)
    const boxes = () => rowsOf(svc, 'notification_boxes')
    return {
      begin: { preferences: set(true) },
      end: { preferences: set(false), 'the link in one': oneClick(stage, `/unsubscribe?key=${key}`) },
      isOn: async () =>
        boxes().some((row) => field(row, 'user_id') === reader.userId && field(row, 'gathers_mail') === 1),
    }
  },
}
