import { cookieOf, signUpBody } from '../account/account.ts'
import { act, enter, fund, like } from '../drop/drop.ts'
import { giveBack, takeDown } from '../operate/decision.ts'
import type { TestServer } from '../server.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Again, call, field, inTurn, pass } from './again.ts'

type Stage = { svc: TestServer; owner: Person; nova: Person }

const weekMs = 7 * 86_400_000

const link = (name: string) => ({ clip: { url: `https://clips.example/${name}` } })

/** An artist with a hook, and somebody who makes clips of it. */
async function hookOf({ svc }: Stage, handle: string) {
  const artist = cast(svc.ctx, handle)
  const { hookId } = await addReadyTrack(svc.ctx, artist.cassetId, `Song of ${handle}`)
  const maker = cast(svc.ctx, `${handle}-fan`, { published: false })
  return { artist, hookId, maker }
}

const path = '/api/admin/invitations'
const codeIn = (made: unknown) => new URL(String(field(made, 'invitation', 'url'))).searchParams.get('invite') ?? ''

/** Invites somebody and signs them up; returns their cookie. */
export async function joined(svc: TestServer, owner: Person, handle: string): Promise<string> {
  const { json } = await call(svc, 'POST', path, owner, {})()
  return cookieOf(await svc.call('POST', '/api/auth/signup', { body: signUpBody(handle, { invite: codeIn(json) }) }))
}

/** Invitations, lists of clips and drops, with each door that ends them. */
export const invitedEndings: Record<string, (stage: Stage) => Promise<Again>> = {
  async 'an invitation to the site'({ svc, owner }) {
    let made: unknown
    const signUp = (handle: string, changes: object = {}) => {
      const body = signUpBody(handle, { invite: codeIn(made), ...changes })
      return svc.call('POST', '/api/auth/signup', { body })
    }
    return {
      begin: {
        inviting: async () => {
          made = (await call(svc, 'POST', path, owner, {})()).json
        },
      },
      end: {
        'taking it back': () => call(svc, 'DELETE', `${path}/${field(made, 'invitation', 'id')}`, owner)(),
        'signing up by it': () => signUp(`ivy-${svc.ctx.uuid().slice(-12)}`),
        'its week': async () => pass(svc, weekMs),
      },
      // A password that is refused leaves an open invitation as it is.
      isOn: async () => field((await signUp('ivo', { password: 'password123' })).json, 'field') === 'password',
    }
  },
  async 'an invitation into a casset of several artists'({ svc }) {
    const [maker, member] = [cast(svc.ctx, 'mick'), cast(svc.ctx, 'mira')]
    const made = await call(svc, 'POST', '/api/co-cassets', maker, { name: 'Duo', members: ['mira'] })()
    const at = (end: string) => `/api/co-cassets/${field(made.json, 'coCasset', 'slug')}${end}`
    const decline = call(svc, 'POST', at('/leave'), member, {})
    return {
      begin: { inviting: call(svc, 'POST', at('/members'), maker, { handle: 'mira' }) },
      end: {
        declining: decline,
        'accepting and leaving': inTurn(call(svc, 'POST', at('/accept'), member, {}), decline),
      },
      isOn: async () => {
        const { json } = await call(svc, 'GET', '/api/co-cassets/mine', member)()
        return JSON.stringify(json).includes(String(field(made.json, 'coCasset', 'slug')))
      },
    }
  },
  async 'a clip beside its hook'(stage) {
    const { svc, owner } = stage
    const { artist, hookId } = await hookOf(stage, 'hugo')
    let maker = artist
    let id = ''
    const decisions: string[] = []
    const decide = (decision: string) => () =>
      call(svc, 'POST', `/api/hooks/submissions/${id}/decide`, artist, { decision, reason: 'Not now' })()
    const submit = async () => {
      maker = cast(svc.ctx, `fan-${svc.ctx.uuid().slice(-12)}`, { published: false })
      const { json } = await call(svc, 'POST', '/api/hooks/submissions', maker, { hookId, ...link('hugo') })()
      id = String(field(json, 'submission', 'id'))
    }
    const lift = async () => {
      for (const each of decisions.splice(0)) await giveBack(svc, owner, each)
    }
    return {
      begin: {
        'submitted and accepted': inTurn(lift, submit, decide('ACCEPTED')),
        'accepted after all': async () => {
          const { status } = await inTurn(lift)().then(decide('ACCEPTED'))
          // A clip that its maker took back cannot be accepted: it is sent again first.
          if (status === 404) await inTurn(submit, decide('ACCEPTED'))()
        },
      },
      end: {
        'its maker': () => call(svc, 'DELETE', `/api/hooks/submissions/${id}`, maker)(),
        'its artist': decide('REJECTED'),
        'the desk': async () => {
          const { status, json } = await takeDown(svc, owner, { kind: 'clip', id })
          if (status === 201) decisions.push(String(field(json, 'decision', 'id')))
        },
      },
      isOn: async () => {
        const { json } = await svc.call('GET', `/api/hooks/${hookId}/submissions`)
        return JSON.stringify(json).includes(`"${id}"`)
      },
    }
  },
  async 'a like of a clip'(stage) {
    const { svc } = stage
    const { artist, hookId, maker } = await hookOf(stage, 'lina')
    const { json } = await call(svc, 'POST', '/api/hooks/submissions', maker, { hookId, ...link('lina') })()
    const id = String(field(json, 'submission', 'id'))
    await call(svc, 'POST', `/api/hooks/submissions/${id}/decide`, artist, { decision: 'ACCEPTED' })()
    const fan = cast(svc.ctx, 'lars', { published: false })
    return {
      begin: { liking: () => like(svc, fan, id) },
      end: { 'liking no more': () => like(svc, fan, id, false) },
      isOn: async () => (await svc.call('GET', `/api/hooks/${hookId}/submissions`)).text.includes('"likes":1'),
    }
  },
  async 'a drop that takes clips'(stage) {
    const { svc } = stage
    const { artist, hookId } = await hookOf(stage, 'dana')
    let id = ''
    return {
      begin: {
        'funded and opened': async () => {
          const body = {
            ...{ title: 'Make it move', brief: 'A clip of the hook.', terms: 'Void where prohibited.', hookId },
            ...{ endsAt: new Date(svc.ctx.now() + weekMs).toISOString(), winners: 1, split: [100] },
          }
          id = String(field((await call(svc, 'POST', '/api/campaigns', artist, body)()).json, 'campaign', 'id'))
          await fund(svc, artist, id)
          await act(svc, artist, id, 'launch')
        },
      },
      end: {
        'its artist': () => act(svc, artist, id, 'cancel', { reason: 'It rains.' }),
        'its last day': async () => {
          pass(svc, weekMs)
          await svc.ctx.jobs.idle()
        },
      },
      isOn: async () => {
        const fan = cast(svc.ctx, `fan-${svc.ctx.uuid().slice(-12)}`, { published: false })
        return enter(svc, fan, hookId, id).then(
          () => true,
          () => false,
        )
      },
    }
  },
}
