import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { headPath } from '../../lib/verify/check-witness.ts'
import { refusals } from '../../platform/http/answer/refusals.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ownState } from '../../platform/own-state.ts'
import { allWitnesses } from '../transparency-log/cosignatures.ts'
import { presentOrigin } from '../transparency-log/origin.ts'
import { askWitness } from './ask-witness.ts'

const keptMs = 20_000

type Heard = { readonly until: number; readonly text: Promise<string> }

/** The last answer of each witness, by its key, however many readers ask. */
const heardOf = ownState(() => new Map<string, Heard>())

/**
 * Reads the head that a witness has cosigned last of the log of this site, for the page that
 * verifies: a browser need not reach the witness, nor tell it who reads (rule: witnesses).
 */
export const witnessHeads = (ctx: Ctx) => (app: Guarded) =>
  app.get('/log/witness/:key', ({ params }) => readHead(ctx, params.key), {
    operation: 'getCosignature',
    summary: 'Read what a witness has cosigned last of the log',
    limit: 'agent-read',
    detail: {
      security: [],
      responses: {
        200: sends('The checkpoint as the witness gives it, by the id of the key of the witness', 'text/plain'),
        ...refusals('NOT_FOUND', 'UNAVAILABLE'),
      },
    },
  })

async function readHead(ctx: Ctx, key: string): Promise<Response> {
  const named = [...ctx.config.logWitnesses, ...allWitnesses(ctx).filter(({ treeSize }) => treeSize > 0)]
  const witness = named.find(({ verifierKey }) => verifierKey.split('+')[1] === key)
  if (!witness) throw notFound('witness')
  const heard = heardOf(ctx)
  const known = heard.get(key)
  const text = known && known.until > ctx.now() ? known.text : ask(ctx, witness.url)
  if (text !== known?.text) heard.set(key, { until: ctx.now() + keptMs, text })
  const note = await text.catch(() => undefined)
  if (note === undefined) {
    throw new AppError('UNAVAILABLE', say('The witness does not answer. Try again in a minute.'), { retryAfter: 20 })
  }
  return new Response(note, { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } })
}

async function ask(ctx: Ctx, url: string): Promise<string> {
  const { status, text } = await askWitness(ctx, `${url}/${headPath(presentOrigin(ctx).origin)}`)
  if (status !== 200) throw new Error(`The witness answered ${status}.`)
  return text
}
