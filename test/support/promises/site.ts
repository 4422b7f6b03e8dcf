import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { statements } from '../../../db/schema/earnings/statement.ts'
import { isOpenInvitation } from '../../../src/account/invitation/use-invitation.ts'
import { makeStatements } from '../../../src/earnings/statement/make-statements.ts'
import { monthAt } from '../../../src/lib/time/month.ts'
import { confirmAddresses } from '../audience/letter.ts'
import { makeOwner } from '../earnings/dispute.ts'
import { takenDown } from '../operate/decision.ts'
import { makeCoCasset, postTogether } from '../room/co-casset.ts'
import { collect, openShop, settled, startShop } from '../shop/checkout.ts'
import { cast } from '../world.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

export const scenes: Scenes = {
  async export() {
    const { svc, ada: receiver } = await openShop()
    const { json } = await svc.call('POST', '/api/auth/export', { cookie: receiver.cookie })
    const path = `/api/auth/export/${Object(json).export.id}/file`
    const outcome = async () => {
      await svc.ctx.jobs.idle()
      return staysIf((await svc.fetch(path, { headers: { cookie: receiver.cookie } })).status === 200)
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async statement() {
    const { svc, nova: receiver, ada } = await openShop()
    const boss = cast(svc.ctx, 'boss', { published: false })
    svc.ctx.db.update(users).set({ role: 'owner' }).where(eq(users.id, boss.userId)).run()
    await collect(svc, ada)
    const month = monthAt(svc.ctx.now())
    const outcome = async () => {
      await makeStatements(svc.ctx, month)
      return staysIf(svc.ctx.db.select().from(statements).all().length === 1)
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async invitation() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await makeCoCasset(svc, giver, 'three', [receiver], { accepting: [] })
    const accepts = async () => (await postTogether(svc, receiver, '/three/accept')).status === 200
    const outcome = () => staysOrWaits(svc, [giver, receiver], accepts)
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'site-invitation'() {
    const svc = await startShop({ env: { REGISTRATION: 'invite' } })
    const [owner, giver] = [cast(svc.ctx, 'boss'), cast(svc.ctx, 'nova')]
    makeOwner(svc, owner)
    svc.ctx.db.update(users).set({ helperRole: 'all' }).where(eq(users.id, giver.userId)).run()
    const body = { email: 'lou@example.com' }
    const { json } = await svc.call('POST', '/api/admin/invitations', { cookie: giver.cookie, body })
    const { id } = Object(json).invitation
    // The invited person has made an account another way meanwhile.
    const receiver = cast(svc.ctx, 'lou', { published: false })
    confirmAddresses(svc)
    const outcome = async () => staysIf(isOpenInvitation(svc.ctx, id))
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async objection() {
    const { svc, nova: receiver, ada, dawn } = await openShop()
    makeOwner(svc, ada)
    const id = await takenDown(svc, ada, { kind: 'track', id: dawn.id })
    const objects = { cookie: receiver.cookie, body: { text: 'It is mine.' } }
    await svc.call('POST', `/api/account/decisions/${id}/objection`, objects)
    const outcome = async () => {
      const body = { isUpheld: true, answer: 'It stays.' }
      await svc.call('POST', `/api/desk/decisions/${id}/answer`, { cookie: ada.cookie, body })
      const bell = await svc.call('GET', '/api/notifications', { cookie: receiver.cookie })
      return staysIf(bell.text.includes('stays taken down'))
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async report() {
    const { svc, ada: receiver, draft, dawn } = await openShop()
    makeOwner(svc, draft)
    const body = { kind: 'track', id: dawn.id, reason: 'spam', text: 'Look at it.' }
    await svc.call('POST', '/api/reports', { cookie: receiver.cookie, body })
    const outcome = async () => {
      const { json } = await svc.call('GET', '/api/desk/reports', { cookie: draft.cookie })
      for (const { id } of Object(json).reports) {
        await svc.call('POST', `/api/desk/reports/${id}/dismiss`, { cookie: draft.cookie, body: { answer: 'Fine.' } })
      }
      await settled(svc)
      const bell = await svc.call('GET', '/api/notifications', { cookie: receiver.cookie })
      return staysIf(bell.text.includes('after your report'))
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },
}
