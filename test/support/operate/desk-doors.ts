import { eq } from 'drizzle-orm'
import { sessions } from '../../../db/schema/account/session.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import { changeUser } from '../../../src/account/change-user.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import type { DeskAct } from '../../../src/platform/http/session/desk-acts.ts'
import type { TestServer } from '../server.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'

/** The people who try a door, and those whom it is about. */
export const roles = ['owner', 'all', 'moderation', 'money', 'member'] as const

export type Role = (typeof roles)[number]

/** A request at the desk. `id`: of what does not exist, for a door that names something. */
export type Call = { path: string; body?: Record<string, unknown> }

/** One door of the desk. */
export type Door = {
  route: string
  act: DeskAct
  /** The request about somebody; about nobody where the act is about the site. */
  call: (svc: TestServer, about: Person, owner: Person) => Promise<Call> | Call
  /** The same about what does not exist. */
  absent?: Call
  /** The answer to those who may, where this server has not what it takes. */
  unready?: number
}

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const reasons = { ground: 'terms', basis: 'Terms, 4', facts: 'It is spam.' }
const why = { answer: 'We looked at it again.' }

const ask = async (svc: TestServer, { cookie }: Person, method: string, path: string, body: object) => {
  const answer = await svc.call(method, path, { cookie, body })
  if (answer.status > 299) throw new Error(`not prepared: ${method} ${path} ${answer.status} ${answer.text}`)
  return Object(answer.json)
}

const trackOf = async ({ ctx }: TestServer, { cassetId }: Person) =>
  (await addReadyTrack(ctx, cassetId, `Song ${ctx.uuid()}`)).id

/** Takes a track down as the owner, for others to decide about that. */
async function decided(svc: TestServer, about: Person, owner: Person): Promise<string> {
  const id = await trackOf(svc, about)
  const { decision } = await ask(svc, owner, 'POST', '/api/desk/decisions', { kind: 'track', id, ...reasons })
  return String(Object(decision).id)
}

async function objected(svc: TestServer, about: Person, owner: Person): Promise<string> {
  const id = await decided(svc, about, owner)
  await ask(svc, about, 'POST', `/api/account/decisions/${id}/objection`, { text: 'It is mine.' })
  return id
}

async function reported(svc: TestServer, about: Person): Promise<string> {
  const id = await trackOf(svc, about)
  const stranger = cast(svc.ctx, `stranger${svc.ctx.uuid().slice(-8)}`)
  await ask(svc, stranger, 'POST', '/api/reports', { kind: 'track', id, reason: 'spam', text: '' })
  const found = svc.ctx.db.$client.query('SELECT id FROM content_reports WHERE thing_id = ?').get(id)
  return String(Object(found).id)
}

const site = (route: string, act: DeskAct, body?: Record<string, unknown>, unready?: number): Door => ({
  route,
  act,
  call: () => ({ path: route.split(' ')[1] ?? '', ...(body ? { body } : {}) }),
  ...(unready === undefined ? {} : { unready }),
})

const person = (verb: string, act: DeskAct, body?: (about: Person) => Record<string, unknown>): Door => ({
  route: `POST /api/desk/people/:id/${verb}`,
  act,
  call: (_, about) => ({ path: `/api/desk/people/${about.userId}/${verb}`, ...(body ? { body: body(about) } : {}) }),
  absent: {
    path: `/api/desk/people/${nothing}/${verb}`,
    ...(body ? { body: { handle: 'nobody', reason: 'None.' } } : {}),
  },
})

const setting = (name: string, value: string) => ({ settings: [{ name, value }] })

/** All doors of the desk by which something is done. */
export const doors: readonly Door[] = [
  site('PATCH /api/desk/settings', 'change-settings', setting('SITE_NAME', 'Ours')),
  site('PATCH /api/desk/settings', 'change-owner-settings', setting('PLATFORM_FEE_PERCENT', '3')),
  site('PATCH /api/desk/settings', 'replace-secret', setting('METRICS_TOKEN', 'm'.repeat(40))),
  {
    route: 'POST /api/desk/changes/:id/undo',
    act: 'undo-change',
    call: async (svc, _, owner) => {
      await ask(svc, owner, 'PATCH', '/api/desk/settings', setting('SITE_LINE', svc.ctx.uuid()))
      const found = svc.ctx.db.$client.query('SELECT id FROM setting_changes ORDER BY id DESC LIMIT 1').get()
      return { path: `/api/desk/changes/${Object(found).id}/undo` }
    },
    absent: { path: `/api/desk/changes/${nothing}/undo` },
  },
  site('POST /api/desk/guests/read', 'read-guest', { email: 'eve@example.com' }),
  site('POST /api/desk/guests/erase', 'erase-guest', { email: 'eve@example.com', reason: 'They asked.' }),
  site('POST /api/desk/look-over', 'look-over', undefined, 409),
  site('POST /api/desk/backup', 'back-up', undefined, 409),
  site('POST /api/desk/site', 'say-is-site'),
  site('PUT /api/desk/maintenance', 'close-site', { isOn: false, text: '' }),
  site('POST /api/desk/test-email', 'test-email'),
  {
    route: 'POST /api/desk/emails/:id/send',
    act: 'send-email',
    call({ ctx }) {
      const id = ctx.uuid()
      const email = {
        kind: 'receipt',
        recipient: 'late@example.com',
        recipientName: '',
        subject: 'Thanks',
        textBody: 'Hi',
      }
      ctx.db
        .insert(mails)
        .values({ ...email, id, uniqueKey: id, createdAt: ctx.now(), problem: '550 5.1.1 No such user' })
        .run()
      return { path: `/api/desk/emails/${id}/send` }
    },
    absent: { path: `/api/desk/emails/${nothing}/send` },
  },
  {
    route: 'POST /api/desk/withdrawals/:id/done',
    act: 'answer-withdrawal',
    call({ ctx }) {
      const id = ctx.uuid()
      const said = { email: 'late@example.com', orderNumber: '', what: 'A tape', outcome: 'open' } as const
      ctx.db
        .insert(withdrawals)
        .values({ ...said, id, receivedAt: ctx.now() })
        .run()
      return { path: `/api/desk/withdrawals/${id}/done` }
    },
    absent: { path: `/api/desk/withdrawals/${nothing}/done` },
  },
  site('POST /api/desk/payments/fix', 'fix-payments'),
  site('POST /api/desk/payments/rehearsal', 'rehearse-payments', undefined, 409),
  { ...site('POST /api/desk/setup/:step/skip', 'skip-step'), call: () => ({ path: '/api/desk/setup/email/skip' }) },
  site('POST /api/desk/upgrade', 'upgrade', undefined, 409),
  site('POST /api/desk/upgrade/back', 'go-back', undefined, 409),
  {
    route: 'PUT /api/desk/helpers',
    act: 'name-helper',
    call: ({ ctx }) => ({
      path: '/api/desk/helpers',
      body: { account: cast(ctx, `new${ctx.uuid().slice(-8)}`).handle, helps: 'money' },
    }),
  },
  {
    route: 'DELETE /api/desk/helpers/:id',
    act: 'end-helper',
    call: ({ ctx }) => {
      const { userId } = cast(ctx, `old${ctx.uuid().slice(-8)}`)
      changeUser(ctx, userId, { helperRole: 'money' })
      return { path: `/api/desk/helpers/${userId}` }
    },
    absent: { path: `/api/desk/helpers/${nothing}` },
  },
  site('POST /api/admin/invitations', 'invite', {}),
  {
    route: 'DELETE /api/admin/invitations/:id',
    act: 'revoke-invitation',
    call: async (svc, _, owner) => {
      const { invitation } = await ask(svc, owner, 'POST', '/api/admin/invitations', {})
      return { path: `/api/admin/invitations/${Object(invitation).id}` }
    },
    absent: { path: `/api/admin/invitations/${nothing}` },
  },
  {
    route: 'PATCH /api/admin/accounts/:id',
    act: 'change-account',
    call: (_, { userId }) => ({ path: `/api/admin/accounts/${userId}`, body: { trusted: true, verified: true } }),
    absent: { path: `/api/admin/accounts/${nothing}`, body: { verified: true } },
  },
  person('sign-out', 'sign-out'),
  person('reset-link', 'reset-link'),
  person('delete', 'delete-account', ({ handle }) => ({ handle, reason: 'A court has said so.' })),
  {
    route: 'POST /api/desk/decisions',
    act: 'take-down',
    call: async (svc, about) => ({
      path: '/api/desk/decisions',
      body: { kind: 'track', id: await trackOf(svc, about), ...reasons },
    }),
    absent: { path: '/api/desk/decisions', body: { kind: 'track', id: nothing, ...reasons } },
  },
  {
    route: 'POST /api/desk/decisions',
    act: 'suspend',
    call: (_, { userId }) => ({ path: '/api/desk/decisions', body: { kind: 'account', id: userId, ...reasons } }),
    absent: { path: '/api/desk/decisions', body: { kind: 'account', id: nothing, ...reasons } },
  },
  {
    route: 'POST /api/desk/decisions/:id/lift',
    act: 'give-back',
    call: async (svc, about, owner) => ({
      path: `/api/desk/decisions/${await decided(svc, about, owner)}/lift`,
      body: why,
    }),
    absent: { path: `/api/desk/decisions/${nothing}/lift`, body: why },
  },
  {
    route: 'POST /api/desk/decisions/:id/answer',
    act: 'answer-objection',
    call: async (svc, about, owner) => ({
      path: `/api/desk/decisions/${await objected(svc, about, owner)}/answer`,
      body: { ...why, isUpheld: true },
    }),
    absent: { path: `/api/desk/decisions/${nothing}/answer`, body: { ...why, isUpheld: true } },
  },
  {
    route: 'POST /api/desk/reports/:id/dismiss',
    act: 'dismiss-report',
    call: async (svc, about) => ({ path: `/api/desk/reports/${await reported(svc, about)}/dismiss`, body: why }),
    absent: { path: `/api/desk/reports/${nothing}/dismiss`, body: why },
  },
  {
    route: 'DELETE /api/admin/tracks/:id',
    act: 'erase-track',
    call: async (svc, about) => ({
      path: `/api/admin/tracks/${await trackOf(svc, about)}`,
      body: { reason: 'A court has said so.' },
    }),
    absent: { path: `/api/admin/tracks/${nothing}`, body: { reason: 'A court has said so.' } },
  },
  site('PUT /api/desk/vat', 'set-vat', { isOn: false, homeCountry: 'DE', withTips: false }),
  site('PATCH /api/desk/vat/rates', 'set-rates', { rates: [{ country: 'DE', percent: '19' }] }),
  {
    route: 'PATCH /api/admin/sellers/:id',
    act: 'allow-seller',
    call: (_, { artistId }) => ({ path: `/api/admin/sellers/${artistId}`, body: { allowed: true } }),
    absent: { path: `/api/admin/sellers/${nothing}`, body: { allowed: true } },
  },
  {
    route: 'PATCH /api/admin/sellers/:id',
    act: 'end-seller',
    call: async (svc, about, owner) => {
      const path = `/api/admin/sellers/${about.artistId}`
      if (about !== owner) await ask(svc, owner, 'PATCH', path, { allowed: true })
      return { path, body: { allowed: false } }
    },
    absent: { path: `/api/admin/sellers/${nothing}`, body: { allowed: false } },
  },
]

/** Two people of each role, who all make music. */
export function staffed({ ctx }: TestServer) {
  const of = (role: Role, name: string): Person => {
    const somebody = cast(ctx, name)
    if (role === 'owner') makeOwner(ctx, `${name}@example.com`)
    else if (role !== 'member') changeUser(ctx, somebody.userId, { helperRole: role })
    return somebody
  }
  const [owner, all, moderation, money, member] = [
    of('owner', 'olga'),
    of('all', 'alma'),
    of('moderation', 'moss'),
    of('money', 'mia'),
    of('member', 'meg'),
  ]
  return { actors: { owner, all, moderation, money, member }, peer: of('all', 'pia') }
}

/** Makes a session an hour old, or new again. */
export const ageSession = ({ ctx }: TestServer, { sessionId }: Person, byMs: number): void =>
  void ctx.db
    .update(sessions)
    .set({ createdAt: ctx.now() - byMs })
    .where(eq(sessions.id, sessionId))
    .run()
