import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../context.ts'
import { sameText } from '../../lib/hash/hmac.ts'
import { tryJson } from '../../lib/json/json.ts'
import { mostOf } from '../../platform/edge/most.ts'
import type { RelayConfig } from '../../platform/edge/relay/config.ts'
import { passOf } from '../../platform/edge/relay/keys.ts'
import { mayListen, readRoom } from './room-of-any-kind.ts'

const Listening = t.Array(
  t.Object({ room: t.String(), userId: t.Union([t.String(), t.Null()]), sessionId: t.Union([t.String(), t.Null()]) }),
  { maxItems: mostOf.standing },
)

const noStore = { 'cache-control': 'no-store' }
const refuse = (status: number, error: string) => Response.json({ error }, { status, headers: noStore })

/**
 * Creates the routes that edges call on the primary. They are outside of the app, exist only where
 * edges are configured, and answer only callers who prove to be an edge. Requests by hand are
 * refused alike.
 */
export function createInternalRoutes(ctx: Ctx, { secret }: RelayConfig) {
  const pass = `Bearer ${passOf(secret)}`
  const guarded = (answer: (request: Request) => Response | Promise<Response>) => (request: Request) =>
    sameText(request.headers.get('authorization') ?? '', pass)
      ? answer(request)
      : refuse(401, 'This address is for edges of this site. Set the same EDGE_SECRET here and there.')

  return {
    '/internal/hello': { GET: guarded(() => Response.json({ at: ctx.now() }, { headers: noStore })) },
    '/internal/room': {
      GET: guarded((request) => {
        const query = new URL(request.url, 'http://primary').searchParams
        const past = readRoom(ctx, query.get('room') ?? '')
        if (!past) return refuse(404, 'There is no such room.')
        const from = Number(query.get('from') ?? 0)
        const known = past.events.findIndex(({ id }) => id === from)
        // A caller that has one of the last events needs only the later ones.
        return Response.json(known < 0 ? past : { events: past.events.slice(known), recent: [] }, { headers: noStore })
      }),
    },
    '/internal/standing': {
      POST: guarded(async (request) => {
        const asked = tryJson(await request.text())
        if (!Value.Check(Listening, asked)) return refuse(400, 'The body must be a list of listeners.')
        return Response.json({ ended: asked.filter((each) => !mayListen(ctx, each)) }, { headers: noStore })
      }),
    },
  }
}
